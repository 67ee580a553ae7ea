package selector

// tailSize is how many bytes a tail has.
const tailSize = 8

// tail returns the last bytes of a value, at most tailSize, as a number. Two values of the same
// length, if that is at most tailSize, are equal if and only if their tails are, which is cheaper
// to see than by comparing strings. Of all valid values only the empty one has the tail 0.
func tail(s string) int64 {
	n := len(s)
	switch {
	case n >= tailSize:
		return eightBytes(s[n-8:])
	case n >= 4: // some bytes count twice
		return fourBytes(s) | fourBytes(s[n-4:])<<32
	case n > 0: // the first, the middle and the last, which are all
		return int64(s[0]) | int64(s[n/2])<<8 | int64(s[n-1])<<16
	default:
		return 0
	}
}

// fourBytes returns the first four bytes of s as a number. The compiler makes it one load.
func fourBytes(s string) int64 {
	_ = s[3]
	return int64(s[0]) | int64(s[1])<<8 | int64(s[2])<<16 | int64(s[3])<<24
}

// eightBytes does that with eight.
func eightBytes(s string) int64 {
	_ = s[7]
	return int64(s[0]) | int64(s[1])<<8 | int64(s[2])<<16 | int64(s[3])<<24 |
		int64(s[4])<<32 | int64(s[5])<<40 | int64(s[6])<<48 | int64(s[7])<<56
}
