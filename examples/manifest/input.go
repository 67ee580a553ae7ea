package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// source is a file of the input, or something in its place that cannot be read.
type source struct {
	name string // as people are told it: what was on the command line, and the way from there
	err  error  // why it cannot be read, if that is known already
	any  bool   // a file that was named is read whatever it is, also a pipe
}

// extensions are those of the files that are looked for in folders.
var extensions = []string{".yaml", ".yml", ".json"}

// sources returns the files that the arguments stand for: those of an argument sorted by
// path, and none twice.
func sources(args []string) []source {
	l := listing{seen: map[string]bool{}}
	for _, arg := range args {
		l.add(arg)
	}
	return l.found
}

type listing struct {
	found []source
	seen  map[string]bool // files by where they really are
}

// add adds the files that one argument stands for.
func (l *listing) add(arg string) {
	if arg == stdinName {
		l.once(source{name: arg, any: true}, arg)
		return
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		l.once(source{name: arg, err: err}, arg)
	case !info.IsDir():
		name := filepath.Clean(arg)
		if name == stdinName { // ./- is a file
			name = arg
		}
		l.once(source{name: name, any: true}, realPath(arg))
	default:
		l.addFolder(arg, realPath(arg))
	}
}

// addFolder adds the files of a folder and of those in it. Links to folders are not followed,
// but for the folder itself, which was asked for.
func (l *listing) addFolder(arg, real string) {
	type entry struct {
		source
		real string
	}
	var entries []entry
	// What goes wrong on the way becomes an entry, and the walk goes on.
	_ = filepath.WalkDir(real, func(path string, dir fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(real, path) // path begins with real
		e := entry{source{name: filepath.Join(arg, rel)}, path}
		switch {
		case err != nil:
			e.err = err
		case dir.IsDir() || !slices.Contains(extensions, filepath.Ext(path)):
			return nil
		case dir.Type()&fs.ModeSymlink != 0:
			info, err := os.Stat(path)
			if err == nil && info.IsDir() {
				return nil
			}
			e.real, e.err = realPath(path), err
		}
		entries = append(entries, e)
		return nil
	})
	slices.SortStableFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	for _, e := range entries {
		l.once(e.source, e.real)
	}
}

// once adds a source unless the file is among them already.
func (l *listing) once(s source, real string) {
	if !l.seen[real] {
		l.seen[real] = true
		l.found = append(l.found, s)
	}
}

// realPath returns where a file is when all links are followed. What leads nowhere in the file
// system, such as the pipe of a shell, stays as it is.
func realPath(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real
	}
	return abs
}

// open opens a source for reading.
func (s source) open(stdin io.Reader) (io.ReadCloser, error) {
	if s.err != nil {
		return nil, s.err
	}
	if s.name == stdinName {
		return io.NopCloser(stdin), nil
	}
	if !s.any { // opening a pipe without a writer would never return
		info, err := os.Stat(s.name)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, errors.New("is no regular file")
		}
	}
	return os.Open(s.name)
}

// reason returns what went wrong without the name of the file, which is said already.
func reason(err error) string {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return err.Error()
}
