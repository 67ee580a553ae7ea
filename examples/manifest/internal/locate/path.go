package locate

import (
	"strconv"
	"strings"
)

// Step is one step of the path of a field: a field name, a map key or an index.
type Step struct {
	Name     string
	Brackets bool // the step was written in brackets: the index of a list, or the key of a map
}

// index returns the index of the list element that the step leads to.
func (s Step) index() (int, bool) {
	i, err := strconv.Atoi(s.Name)
	return i, err == nil && s.Brackets && i >= 0
}

// ParsePath splits a path in the form of field.Path into its steps, such as
// spec.containers[0].env or metadata.labels[a.b/c]. A key may contain any bytes: a closing
// bracket ends it only at the end of the path or before a dot or another bracket.
func ParsePath(path string) []Step {
	var steps []Step
	for path != "" {
		if path[0] != '[' {
			path = strings.TrimPrefix(path, ".")
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			if end == 0 {
				return append(steps, Step{Name: path})
			}
			steps, path = append(steps, Step{Name: path[:end]}), path[end:]
			continue
		}
		end := 1
		for end < len(path) && (path[end] != ']' || end+1 < len(path) && path[end+1] != '.' && path[end+1] != '[') {
			end++
		}
		steps = append(steps, Step{Name: path[1:end], Brackets: true})
		path = path[min(end+1, len(path)):]
	}
	return steps
}

// Join returns the path of a field of the object at path.
func Join(path, name string) string {
	if path == "" || name == "" || name[0] == '[' {
		return path + name
	}
	return path + "." + name
}

// Index returns the path of an element of the list at path.
func Index(path string, i int) string {
	return path + "[" + strconv.Itoa(i) + "]"
}

// Key returns the path of an entry of the map at path.
func Key(path, key string) string {
	return path + "[" + key + "]"
}
