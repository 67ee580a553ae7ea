package labels

import "strings"

// Prefix returns what stands before the first slash of a key, or "" if there is none. A key
// without prefix is private to the user: automated components that label objects of users
// must have one.
func Prefix(key string) string {
	prefix, _, found := strings.Cut(key, "/")
	if !found {
		return ""
	}
	return prefix
}

// IsReserved reports whether the prefix of a key is reserved for Kubernetes: whether it is
// kubernetes.io, k8s.io or a subdomain of either.
func IsReserved(key string) bool {
	prefix := Prefix(key)
	for _, domain := range []string{"kubernetes.io", "k8s.io"} {
		if rest, ok := strings.CutSuffix(prefix, domain); ok && (rest == "" || strings.HasSuffix(rest, ".")) {
			return true
		}
	}
	return false
}
