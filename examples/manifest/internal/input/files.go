// Package input finds the files that the arguments of a command name, and cuts files into YAML and
// JSON documents.
//
// The package knows nothing of what documents mean. It reads a file in pieces, so that memory is
// bounded by the largest document, not by the file. A document carries the line and column where
// it begins, and nothing is parsed beyond what shows where documents end.
package input

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Stdin is the argument that names standard input.
const Stdin = "-"

// File is a file of the input, or a path that cannot be read.
type File struct {
	Name  string // the argument, joined with the path below it if the argument is a folder
	Err   error  // why the file cannot be read, if that is already known
	named bool   // it was an argument itself, so it is read even if it is a pipe
}

// extensions are those of the files that Files takes from folders.
var extensions = []string{".yaml", ".yml", ".json"}

// Files returns the files that the arguments name, in the order of the arguments. A folder names
// the YAML and JSON files in it and below, sorted by path. Files doesn't follow links to folders,
// except an argument itself, and returns no file twice.
func Files(args []string) []File {
	l := listing{seen: map[string]bool{}}
	for _, arg := range args {
		l.add(arg)
	}
	return l.files
}

type listing struct {
	files []File
	seen  map[string]bool // real paths
}

// add adds the files that one argument names.
func (l *listing) add(arg string) {
	if arg == Stdin {
		l.addOnce(File{Name: arg, named: true}, arg)
		return
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		l.addOnce(File{Name: arg, Err: err}, arg)
	case info.IsDir():
		l.addFolder(arg, realPath(arg))
	default:
		name := filepath.Clean(arg)
		if name == Stdin { // the argument was ./-, a file
			name = arg
		}
		l.addOnce(File{Name: name, named: true}, realPath(arg))
	}
}

// addFolder adds the files in a folder and below it.
func (l *listing) addFolder(arg, folder string) {
	type entry struct {
		file File
		real string
	}
	var entries []entry
	// An error becomes an entry, and the walk continues.
	_ = filepath.WalkDir(folder, func(path string, dir fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(folder, path) // path begins with folder
		e := entry{File{Name: filepath.Join(arg, rel)}, path}
		switch {
		case err != nil:
			e.file.Err = err
		case dir.IsDir() || !slices.Contains(extensions, filepath.Ext(path)):
			return nil
		case dir.Type()&fs.ModeSymlink != 0:
			info, err := os.Stat(path)
			if err == nil && info.IsDir() {
				return nil
			}
			e.real, e.file.Err = realPath(path), err
		}
		entries = append(entries, e)
		return nil
	})
	slices.SortStableFunc(entries, func(a, b entry) int { return strings.Compare(a.file.Name, b.file.Name) })
	for _, e := range entries {
		l.addOnce(e.file, e.real)
	}
}

// addOnce adds a file unless one with the same real path is there.
func (l *listing) addOnce(f File, real string) {
	if !l.seen[real] {
		l.seen[real] = true
		l.files = append(l.files, f)
	}
}

// realPath returns the absolute path of a file after following all links. A path that can't be
// resolved, such as the pipe of a shell's process substitution, stays as it is.
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

// Open opens a file for reading. A file found in a folder must be a regular one: opening a pipe
// would wait for a writer.
func (f File) Open(stdin io.Reader) (io.ReadCloser, error) {
	if f.Err != nil {
		return nil, f.Err
	}
	if f.Name == Stdin {
		return io.NopCloser(stdin), nil
	}
	if !f.named {
		info, err := os.Stat(f.Name)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, errors.New("not a regular file")
		}
	}
	return os.Open(f.Name)
}

// Reason returns the text of an error without the name of the file.
func Reason(err error) string {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return err.Error()
}
