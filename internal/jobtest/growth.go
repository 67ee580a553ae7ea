package jobtest

import (
	"runtime"
	"testing"
	"time"
)

// Linear fails the test if the time of the work that prepare returns isn't proportional to n. It
// compares sixteen runs of the work for n with one run for 16n. Linear work takes the same time,
// or somewhat longer if it exceeds the caches. Quadratic work takes sixteen times as long.
func Linear(tb testing.TB, prepare func(n int) (work func())) {
	tb.Helper()
	const few, times, limit, attempts = 1000, 16, 4, 8
	small, large := prepare(few), prepare(times*few)
	short, long := time.Hour, time.Hour
	for range attempts { // other programs may disturb the measurement
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

// duration returns how long work takes. It collects the garbage of earlier work first.
func duration(work func()) time.Duration {
	runtime.GC()
	start := time.Now()
	work()
	return time.Since(start)
}
