package jobtest

import (
	"runtime"
	"testing"
	"time"
)

// Linear fails the test unless what prepare returns takes time in proportion to the number
// that prepare is given. It does the work for some things sixteen times, and once for sixteen
// times as many: that takes as long if the work is linear, or a little longer beyond the
// caches, and sixteen times as long if each thing is compared with all others.
func Linear(tb testing.TB, prepare func(n int) (work func())) {
	tb.Helper()
	const few, times, limit, attempts = 1000, 16, 4, 8
	small, large := prepare(few), prepare(times*few)
	short, long := time.Hour, time.Hour
	for range attempts { // other programs run at the same time
		short = min(short, duration(func() {
			for range times {
				small()
			}
		}))
		if long = min(long, duration(large)); long < limit*short {
			return
		}
	}
	tb.Errorf("%d times %d take %v, and %d take %v: %.1f times as long", times, few, short, times*few, long, long.Seconds()/short.Seconds())
}

// duration returns how long work takes, without what is left to collect of earlier work.
func duration(work func()) time.Duration {
	runtime.GC()
	start := time.Now()
	work()
	return time.Since(start)
}
