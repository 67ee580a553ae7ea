// Package features knows the releases of kube-apiserver and their feature gates, as far as these
// change what a server does with Jobs, CronJobs and pod templates.
//
//   - [For] returns the features of a release, with gates set as on its command line.
//   - [Set] is a small value. The zero value is the newest release with its default gates.
//   - Nothing changes a Set, so goroutines may share it.
package features

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

// Set is the features of a server: a release and its feature gates. Sets are equal if and only if
// their releases and gates are. The zero value is the newest of [Versions] with default gates.
type Set struct {
	// age is how many releases there are after this one.
	age uint8
	// flipped has the bits of the gates that don't have their default.
	flipped uint64
}

// Versions returns the releases that [For] knows, oldest first: "1.34", "1.35", and so on.
func Versions() []string {
	return slices.Clone(versions[:])
}

// For returns the features of a release with the given gates set, and the others as they are by
// default. version is a minor version, such as "1.34", or one of its patches, such as "1.34.2", which
// counts as its minor version.
//
// A gate that needs another one turns it on too, and off if the other is turned off. The error is a
// [*VersionError] if the release isn't known, and a [*GateError] if it lacks one of the gates or has
// locked it, or if gates contradict each other.
func For(version string, gates map[string]bool) (Set, error) {
	at := slices.Index(versions[:], minor(version))
	if at < 0 {
		return Set{}, &VersionError{Version: version}
	}
	s := Set{age: uint8(newest - at)}
	explicit := map[Gate]bool{}
	names := slices.Sorted(maps.Keys(gates))
	for _, name := range names {
		g, err := find(name, at)
		if err != nil {
			return Set{}, err
		}
		explicit[g] = gates[name]
		s = s.with(g, gates[name])
	}
	for _, name := range names {
		g, _ := find(name, at)
		on := explicit[g]
		for _, implied := range implications(g, on) {
			state := table[implied].states[at]
			if !state.isKnown() || s.Enabled(implied) == on {
				continue
			}
			if _, asked := explicit[implied]; asked || state.isLocked() {
				return Set{}, &GateError{Gate: name, Version: versions[at], Conflict: implied.String()}
			}
			s = s.with(implied, on)
		}
	}
	return s, nil
}

// minor returns the minor version of a version that may have a patch.
func minor(version string) string {
	if strings.Count(version, ".") != 2 {
		return version
	}
	i := strings.LastIndexByte(version, '.')
	patch := version[i+1:]
	if patch == "" || strings.Trim(patch, "0123456789") != "" {
		return version
	}
	return version[:i]
}

// find returns the gate with the name, which the release at must let its users set.
func find(name string, at int) (Gate, error) {
	for g := range numGates {
		if table[g].name != name {
			continue
		}
		switch state := table[g].states[at]; {
		case !state.isKnown():
			return 0, &GateError{Gate: name, Version: versions[at]}
		case state.isLocked():
			return 0, &GateError{Gate: name, Version: versions[at], Locked: true}
		}
		return g, nil
	}
	return 0, &GateError{Gate: name, Version: versions[at]}
}

// implications returns the gates that must have the same value as g has: those that it needs if it is
// on, and those that need it if it is off.
func implications(g Gate, on bool) []Gate {
	if on {
		var list []Gate
		for _, needed := range table[g].needs {
			list = append(append(list, needed), implications(needed, true)...)
		}
		return list
	}
	var list []Gate
	for other := range numGates {
		if slices.Contains(table[other].needs, g) {
			list = append(append(list, other), implications(other, false)...)
		}
	}
	return list
}

// with returns s with the gate on or off.
func (s Set) with(g Gate, on bool) Set {
	if s.Enabled(g) != on {
		s.flipped ^= 1 << g
	}
	return s
}

func (s Set) at() int { return newest - int(s.age) }

// Version returns the minor version of the release, such as "1.37".
func (s Set) Version() string {
	return versions[s.at()]
}

// Minor returns the second number of the release: 37 for "1.37".
func (s Set) Minor() int {
	return newestMinor - int(s.age)
}

// Enabled reports whether the feature of the gate is on. Of a gate that the release doesn't know, the
// feature is on if the gate was removed, which happens to features that are always on.
func (s Set) Enabled(g Gate) bool {
	if g >= numGates {
		return false
	}
	return table[g].states[s.at()].isOn() != (s.flipped>>g&1 == 1)
}

// Gates returns the gates that the release knows and whether they are on, sorted by name.
func (s Set) Gates() iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for g := range numGates {
			if table[g].states[s.at()].isKnown() && !yield(table[g].name, s.Enabled(g)) {
				return
			}
		}
	}
}

// String returns the name of the gate.
func (g Gate) String() string {
	if g >= numGates {
		return "unknown gate"
	}
	return table[g].name
}
