package selector

// Unchecked returns the selector with one requirement, for a key that may be malformed. Nothing
// that this package exports can make it.
func Unchecked(key string) Selector {
	return Selector{requirements: []Requirement{{key: key, op: Exists}}}
}
