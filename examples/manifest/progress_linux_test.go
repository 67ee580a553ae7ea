package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// terminal opens a pseudo terminal: the side of the person, and the side of programs.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = person.Close() })
	control := func(request uintptr, value *int32) {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, person.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
			t.Fatal(errno)
		}
	}
	var locked, number int32
	control(syscall.TIOCSPTLCK, &locked)
	control(syscall.TIOCGPTN, &number)
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = program.Close() })
	return person, program
}

// TestProgressOnTerminal lints for more than a second on a terminal, which shows progress and
// clears it before the findings.
func TestProgressOnTerminal(t *testing.T) {
	person, program := terminal(t)
	stdin, input := io.Pipe()
	pipe := filepath.Join(t.TempDir(), "pipe.yaml")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(1100 * time.Millisecond)
		_ = os.WriteFile(pipe, []byte("a: 1\n"), 0o644) // the first file is done
	}()
	seen := make(chan string)
	go func() {
		var all []byte
		part := make([]byte, 1024)
		for {
			n, err := person.Read(part)
			all = append(all, part[:n]...)
			if bytes.Contains(all, []byte("(1/2)")) {
				_, _ = io.WriteString(input, "a: [")
				_ = input.Close()
			}
			if bytes.HasSuffix(all, []byte("the end\r\n")) || err != nil {
				seen <- string(all)
				return
			}
		}
	}()
	status := run([]string{"lint", pipe, "-"}, stdin, program, program)
	fmt.Fprintln(program, "the end")
	got := <-seen
	want := regexp.MustCompile(`^\r?files [^\n]*\(1/2\)[^\n]*\x1b\[2K\r-:1:1: error: [^\x1b]*in 2 files, 0 Jobs, 1 other object\r\nthe end\r\n$`)
	if status != failure || !want.MatchString(got) {
		t.Errorf("exit status %d, seen %q", status, got)
	}
}
