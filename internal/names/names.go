// Package names checks names as apimachinery's validation package does, with the same
// verdict and the same messages, but tells good names from bad ones without regular
// expressions and without allocating. Only a bad name pays for its messages.
package names

import (
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/jobapi/jobapi/labels"
)

// DNS1123Label returns what keeps name from being a DNS label: at most 63 lower-case
// letters, digits and '-', beginning and ending with a letter or digit.
func DNS1123Label(name string) []string {
	if len(name) <= validation.DNS1123LabelMaxLength && isDNSLabel(name) {
		return nil
	}
	return validation.IsDNS1123Label(name)
}

// DNS1123Subdomain returns what keeps name from being a DNS subdomain: at most 253
// characters, in parts that are like DNS labels of any length, separated by dots.
func DNS1123Subdomain(name string) []string {
	if len(name) <= validation.DNS1123SubdomainMaxLength && isDNSSubdomain(name) {
		return nil
	}
	return validation.IsDNS1123Subdomain(name)
}

// QualifiedName returns what keeps key from being the key of a label.
func QualifiedName(key string) []string {
	if labels.ValidateKey(key) == nil {
		return nil
	}
	return validation.IsQualifiedName(key)
}

// LabelValue returns what keeps value from being the value of a label.
func LabelValue(value string) []string {
	if labels.ValidateValue(value) == nil {
		return nil
	}
	return validation.IsValidLabelValue(value)
}

// PortName returns what keeps name from being the name of a port: at most 15 lower-case
// letters, digits and single '-', with at least one letter, beginning and ending with a letter
// or digit.
func PortName(name string) []string {
	if isPortName(name) {
		return nil
	}
	return validation.IsValidPortName(name)
}

// ConfigMapKey returns what keeps key from being a key in a ConfigMap or Secret: at most 253
// letters, digits, '-', '_' and '.', but no directory.
func ConfigMapKey(key string) []string {
	if isConfigMapKey(key) {
		return nil
	}
	return validation.IsConfigMapKey(key)
}

// HTTPHeader returns what keeps name from being the name of an HTTP header: letters, digits
// and '-'.
func HTTPHeader(name string) []string {
	if isHTTPHeader(name) {
		return nil
	}
	return validation.IsHTTPHeaderName(name)
}

func isHTTPHeader(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-':
		default:
			return false
		}
	}
	return name != ""
}

func isPortName(name string) bool {
	const most = 15
	if len(name) > most || !isDNSLabel(name) {
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

func isConfigMapKey(key string) bool {
	if key == "" || key[0] == '.' || len(key) > validation.DNS1123SubdomainMaxLength {
		return false
	}
	for i := range len(key) {
		switch c := key[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
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
