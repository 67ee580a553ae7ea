package main

import (
	"strconv"
	"strings"
)

// step is one step of the path of a field: into a field or key, or to an element.
type step struct {
	name    string
	bracket bool // it stood in brackets: an element, or the key of a map
}

// index returns the number of the element that the step leads to.
func (s step) index() (int, bool) {
	i, err := strconv.Atoi(s.name)
	return i, err == nil && s.bracket && i >= 0
}

// parsePath cuts a path as field.Path writes it into its steps: spec.containers[0].env,
// metadata.labels[a.b/c]. Keys may have any bytes; a bracket that is followed by none of
// those that go on a path belongs to the key.
func parsePath(path string) []step {
	var steps []step
	for path != "" {
		if path[0] != '[' {
			path = strings.TrimPrefix(path, ".")
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			if end == 0 {
				return append(steps, step{name: path})
			}
			steps, path = append(steps, step{name: path[:end]}), path[end:]
			continue
		}
		end := 1
		for end < len(path) && (path[end] != ']' || end+1 < len(path) && path[end+1] != '.' && path[end+1] != '[') {
			end++
		}
		steps = append(steps, step{name: path[1:end], bracket: true})
		path = path[min(end+1, len(path)):]
	}
	return steps
}

// join returns the path of a field in what is at path.
func join(path, name string) string {
	if path == "" || name == "" || name[0] == '[' {
		return path + name
	}
	return path + "." + name
}

// element returns the path of an element of the list at path.
func element(path string, i int) string {
	return path + "[" + strconv.Itoa(i) + "]"
}

// entry returns the path of an entry of the map at path.
func entry(path, key string) string {
	return path + "[" + key + "]"
}
