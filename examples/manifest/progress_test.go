package main

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// lockedBuffer is written to while a test reads it.
type lockedBuffer struct {
	sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.String()
}

func TestProgress(t *testing.T) {
	var out lockedBuffer
	var done atomic.Int64
	done.Store(7)
	stop := progress(&out, &done, 20, time.Millisecond)
	for start := time.Now(); out.String() == "" && time.Since(start) < 10*time.Second; {
		time.Sleep(time.Millisecond)
	}
	stop()
	got := out.String()
	if !strings.HasPrefix(got, "\r\x1b[K7 of 20 files") || !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("%q", got)
	}

	out = lockedBuffer{}
	stop = progress(&out, &done, 20, time.Hour)
	stop()
	if got := out.String(); got != "" {
		t.Errorf("before it takes long: %q", got)
	}
}

// TestNoProgress holds that files and pipes get nothing but what they are for.
func TestNoProgress(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if isTerminal(file) || isTerminal(&bytes.Buffer{}) {
		t.Error("a file and a buffer are no terminals")
	}
	var done atomic.Int64
	showProgress(file, &done, 1)()
	if info, err := file.Stat(); err != nil || info.Size() > 0 {
		t.Errorf("%v, %v", info, err)
	}
}
