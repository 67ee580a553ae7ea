package index

import (
	"flag"
	"testing"
)

var long = flag.Bool("long", false, "compare with models for minutes instead of seconds")

// Effort returns how much work a test does: with the flag -short, with neither flag, or with -long.
func Effort(short, normal, most int) int {
	switch {
	case *long:
		return most
	case testing.Short():
		return short
	default:
		return normal
	}
}

// LongestBucket returns how many selectors the longest bucket has.
func LongestBucket[ID comparable](x *Selectors[ID]) int {
	longest := len(x.anchors.unanchored.entries)
	for _, k := range x.anchors.keys.Entries {
		if k.exists != nil {
			longest = max(longest, len(k.exists.entries))
		}
		for _, b := range k.values.Entries {
			longest = max(longest, len(b.entries))
		}
	}
	return longest
}
