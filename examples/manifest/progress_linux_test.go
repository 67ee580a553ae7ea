package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"syscall"
	"testing"
	"unsafe"
)

// terminal opens a pseudo terminal: the side of a person, and that of programs.
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

// TestProgressOnTerminal holds that a person who waits sees a line, which is gone before the
// findings come.
func TestProgressOnTerminal(t *testing.T) {
	person, program := terminal(t)
	stdin, input := io.Pipe()
	seen := make(chan string)
	go func() {
		var all []byte
		part := make([]byte, 1024)
		for {
			n, err := person.Read(part)
			all = append(all, part[:n]...)
			if bytes.Contains(all, []byte("0 of 1 file")) { // the input waits for that
				_, _ = io.WriteString(input, "a: [")
				_ = input.Close()
			}
			if bytes.HasSuffix(all, []byte("the end\r\n")) || err != nil {
				seen <- string(all)
				return
			}
		}
	}()
	status := run([]string{"lint", "-"}, stdin, program, program)
	fmt.Fprintln(program, "the end") // the last that is seen
	got := <-seen
	want := regexp.MustCompile(`^(\r\x1b\[K0 of 1 file)+\r\x1b\[K-:1:1: error: [^\x1b]*in 1 file, 0 Jobs\r\nthe end\r\n$`)
	if status != failure || !want.MatchString(got) {
		t.Errorf("exit status %d, seen %q", status, got)
	}
}
