package index

// LongestBucket returns the most selectors that one label leads to.
func LongestBucket[ID comparable](x *Selectors[ID]) int {
	longest := len(x.anchors.none.candidates)
	for _, k := range x.anchors.keys.entries {
		if k.exists != nil {
			longest = max(longest, len(k.exists.candidates))
		}
		for _, b := range k.values.entries {
			longest = max(longest, len(b.candidates))
		}
	}
	return longest
}
