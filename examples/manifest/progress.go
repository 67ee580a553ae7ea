package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// patience is how long people wait before they want to see that something happens.
const patience = time.Second

// showProgress shows on a terminal how many files are done, once it takes long, until the
// function that it returns is called.
func showProgress(w io.Writer, done *atomic.Int64, total int) (stop func()) {
	if !isTerminal(w) {
		return func() {}
	}
	return progress(w, done, total, patience)
}

// progress writes one line again and again, and removes it in the end.
func progress(w io.Writer, done *atomic.Int64, total int, every time.Duration) (stop func()) {
	end := make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		const clear = "\r\x1b[K"
		shown := false
		for {
			select {
			case <-ticker.C:
				fmt.Fprintf(w, "%s%d of %s", clear, done.Load(), plural(total, "file"))
				shown = true
			case <-end:
				if shown {
					fmt.Fprint(w, clear)
				}
				return
			}
		}
	})
	return func() {
		close(end)
		ended.Wait()
	}
}

// isTerminal reports whether a person may be watching.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
