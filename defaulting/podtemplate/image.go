package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// pullPolicy returns the default pull policy of an image. It is Always if the tag is latest, or
// if there is no tag and no digest, which means latest. Otherwise it is IfNotPresent, even if the
// text isn't a valid reference.
func pullPolicy(image string) corev1.PullPolicy {
	if tag, ok := tagOf(image); ok && tag == "latest" {
		return corev1.PullAlways
	}
	return corev1.PullIfNotPresent
}

const (
	// The prefix of a reference without registry, and of a reference without slash.
	defaultRegistry   = "docker.io"
	defaultRepository = "library/"

	maxRepositoryLength = 255
	maxTagLength        = 128
)

// tagOf returns the tag of a reference to an image, such as
// localhost:5000/team/app:1.0@sha256:..., where all parts except the name are optional. The tag
// is latest if there is no tag and no digest. tagOf returns false if container runtimes reject
// the reference.
func tagOf(image string) (tag string, ok bool) {
	if len(image) == 64 && isHex(image) {
		return "", false // it may be the ID of an image
	}
	registry, rest := splitRegistry(image)
	name, digest, hasDigest := strings.Cut(rest, "@")
	name, tag, hasTag := strings.Cut(name, ":")
	switch {
	case hasTag && !isTag(tag), hasDigest && !isDigest(digest):
		return "", false
	case !isRegistry(registry):
		// An invalid registry may be a valid part of the name.
		name = registry + "/" + name
	}
	if len(name) > maxRepositoryLength || !isRepository(name) {
		return "", false
	}
	if !hasTag && !hasDigest {
		tag = "latest"
	}
	return tag, true
}

// splitRegistry splits image after the registry. It completes a short name.
func splitRegistry(image string) (registry, rest string) {
	registry, rest, ok := strings.Cut(image, "/")
	switch {
	case !ok:
		return defaultRegistry, defaultRepository + image
	case registry == "index."+defaultRegistry:
		registry = defaultRegistry
	case registry != "localhost" && !strings.ContainsAny(registry, ".:") && strings.ToLower(registry) == registry:
		return defaultRegistry, image
	}
	if registry == defaultRegistry && !strings.Contains(rest, "/") {
		rest = defaultRepository + rest
	}
	return registry, rest
}

// isRegistry reports whether s is a host name, or an IPv6 address in brackets, with an optional
// port.
func isRegistry(s string) bool {
	if strings.HasPrefix(s, "[") {
		address, port, ok := strings.Cut(s[1:], "]")
		return ok && consistsOf(address, isIPv6) && (port == "" || port[0] == ':' && consistsOf(port[1:], isDigit))
	}
	host, port, hasPort := strings.Cut(s, ":")
	if hasPort && !consistsOf(port, isDigit) {
		return false
	}
	for part := range strings.SplitSeq(host, ".") {
		if !consistsOf(part, isHostByte) || part[0] == '-' || part[len(part)-1] == '-' {
			return false
		}
	}
	return true
}

// isRepository reports whether s is a path of names. A name consists of lower-case letters and
// digits. A dot, one or two underscores, or any number of dashes may separate them.
func isRepository(s string) bool {
	for name := range strings.SplitSeq(s, "/") {
		separator := "-" // a name can't start or end with a separator
		for name != "" {
			word := 0
			for word < len(name) && isLowerOrDigit(name[word]) {
				word++
			}
			if word == 0 {
				return false
			}
			name = name[word:]
			end := 0
			for end < len(name) && !isLowerOrDigit(name[end]) {
				end++
			}
			separator, name = name[:end], name[end:]
			switch strings.TrimLeft(separator, "-") {
			case "":
			case ".", "_", "__":
				if separator[0] == '-' {
					return false
				}
			default:
				return false
			}
		}
		if separator != "" {
			return false
		}
	}
	return true
}

func isTag(s string) bool {
	return consistsOf(s, isTagByte) && len(s) <= maxTagLength && s[0] != '.' && s[0] != '-'
}

// isDigest reports whether s is a digest of a supported algorithm.
func isDigest(s string) bool {
	algorithm, hex, _ := strings.Cut(s, ":")
	digits, ok := digestLengths[algorithm]
	return ok && len(hex) == digits && isHex(hex)
}

// digestLengths maps an algorithm to the number of hexadecimal digits of its digests.
var digestLengths = map[string]int{"sha256": 64, "sha384": 96, "sha512": 128}

func isHex(s string) bool {
	return consistsOf(s, func(c byte) bool { return isDigit(c) || 'a' <= c && c <= 'f' })
}

// consistsOf reports whether s isn't empty and all of its bytes are in class.
func consistsOf(s string, class func(byte) bool) bool {
	for i := range len(s) {
		if !class(s[i]) {
			return false
		}
	}
	return s != ""
}

func isDigit(c byte) bool        { return '0' <= c && c <= '9' }
func isLowerOrDigit(c byte) bool { return 'a' <= c && c <= 'z' || isDigit(c) }
func isAlphanumeric(c byte) bool { return 'A' <= c && c <= 'Z' || isLowerOrDigit(c) }
func isHostByte(c byte) bool     { return isAlphanumeric(c) || c == '-' }
func isTagByte(c byte) bool      { return isHostByte(c) || c == '_' || c == '.' }
func isIPv6(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' || c == ':'
}
