package selector

// tailSize is how many bytes a tail has.
const tailSize = 8

// tail returns the last bytes of a value as a number. Values of the same length up to [tailSize]
// are equal if their tails are, and to see that takes fewer steps than to call what compares
// strings. The empty value has the tail 0, and no valid value but it.
func tail(s string) uint64 {
	n := len(s)
	switch {
	case n >= tailSize:
		return eightBytes(s[n-8:])
	case n >= 4: // some bytes count twice
		return fourBytes(s) | fourBytes(s[n-4:])<<32
	case n > 0: // the first, the middle and the last, which are all
		return uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16
	default:
		return 0
	}
}

// fourBytes returns the first four bytes of s as a number. The compiler makes it one load.
func fourBytes(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

// eightBytes does that with eight.
func eightBytes(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
