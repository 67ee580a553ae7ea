package output

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Progress shows on a terminal how many files are done. It returns the function to call after each
// file, which any goroutine may call, or nil if w is not a terminal. Nothing shows in the first
// second, and the bar disappears after the last file.
func Progress(w io.Writer, files int) (fileDone func()) {
	if file, ok := w.(*os.File); !ok || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	return progress(w, files, time.Second)
}

// progress shows progress at intervals.
func progress(w io.Writer, files int, interval time.Duration) (fileDone func()) {
	bar := progressbar.NewOptions(files,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription("files"),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(interval),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(true),
	)
	bar.Reset()                      // starts the first interval
	return func() { _ = bar.Add(1) } // an error would say that the terminal is gone
}
