// Package names validates names with the same verdicts and messages as apimachinery's
// validation package. It accepts valid names without regular expressions and without
// allocating. Only an invalid name pays for apimachinery's function, which words the messages.
//
// Every function returns the reasons why a name is invalid, or nil if it is valid.
package names

import (
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/jobapi/jobapi/labels"
)

// DNS1123Label validates a DNS label: at most 63 lower-case letters, digits and '-', with a
// letter or digit at both ends.
func DNS1123Label(name string) []string {
	if len(name) <= validation.DNS1123LabelMaxLength && isDNSLabel(name) {
		return nil
	}
	return validation.IsDNS1123Label(name)
}

// DNS1123Subdomain validates a DNS subdomain: DNS labels of any length, separated by dots, with
// at most 253 characters in total.
func DNS1123Subdomain(name string) []string {
	if len(name) <= validation.DNS1123SubdomainMaxLength && isDNSSubdomain(name) {
		return nil
	}
	return validation.IsDNS1123Subdomain(name)
}

// QualifiedName validates the key of a label.
func QualifiedName(key string) []string {
	if labels.ValidateKey(key) == nil {
		return nil
	}
	return validation.IsQualifiedName(key)
}

// LabelValue validates the value of a label.
func LabelValue(value string) []string {
	if labels.ValidateValue(value) == nil {
		return nil
	}
	return validation.IsValidLabelValue(value)
}

// PortName validates the name of a port: at most 15 lower-case letters, digits and '-', with at
// least one letter, a letter or digit at both ends, and no '-' beside another.
func PortName(name string) []string {
	if isPortName(name) {
		return nil
	}
	return validation.IsValidPortName(name)
}

// ConfigMapKey validates a key of a ConfigMap or Secret: at most 253 letters, digits, '-', '_'
// and '.', but neither '.' nor anything that begins with '..'.
func ConfigMapKey(key string) []string {
	if isConfigMapKey(key) {
		return nil
	}
	return validation.IsConfigMapKey(key)
}

// HTTPHeader validates the name of an HTTP header: letters, digits and '-'.
func HTTPHeader(name string) []string {
	if isHTTPHeader(name) {
		return nil
	}
	return validation.IsHTTPHeaderName(name)
}

func isHTTPHeader(name string) bool {
	for i := range len(name) {
		if c := name[i]; !isAlphanumeric(c) && c != '-' {
			return false
		}
	}
	return name != ""
}

func isPortName(name string) bool {
	const maxLength = 15
	if len(name) > maxLength || !isDNSLabel(name) {
		return false
	}
	letter := false
	for i := range len(name) {
		letter = letter || name[i] >= 'a'
		if name[i] == '-' && name[i-1] == '-' {
			return false
		}
	}
	return letter
}

// isConfigMapKey leaves keys that begin with a dot to apimachinery: few are valid.
func isConfigMapKey(key string) bool {
	if key == "" || key[0] == '.' || len(key) > validation.DNS1123SubdomainMaxLength {
		return false
	}
	for i := range len(key) {
		if c := key[i]; !isAlphanumeric(c) && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

func isDNSSubdomain(name string) bool {
	start := 0
	for i := range len(name) {
		if name[i] == '.' {
			if !isDNSLabel(name[start:i]) {
				return false
			}
			start = i + 1
		}
	}
	return isDNSLabel(name[start:])
}

func isDNSLabel(name string) bool {
	if name == "" || name[0] == '-' || name[len(name)-1] == '-' {
		return false
	}
	for i := range len(name) {
		if c := name[i]; c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
