package features

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

func TestFor(t *testing.T) {
	for _, test := range []struct {
		name, version string
		gates         map[string]bool
		on, off       []Gate
	}{
		{name: "a patch counts as its minor version", version: "1.34.2", off: []Gate{ContainerRestartRules}},
		{name: "the default changed", version: "1.35", on: []Gate{ContainerRestartRules}},
		{name: "a gate that the release doesn't have yet is off", version: "1.34", off: []Gate{WorkloadWithJob}},
		{name: "a gate that was removed is on", version: "1.37", on: []Gate{JobSuccessPolicy}},
		{name: "a gate is set", version: "1.37", gates: map[string]bool{"EnvFiles": false, "EmptyDirVolumeMode": true},
			on: []Gate{EmptyDirVolumeMode}, off: []Gate{EnvFiles}},
		{name: "a gate turns on what it needs", version: "1.37", gates: map[string]bool{"WorkloadWithJob": true},
			on: []Gate{WorkloadWithJob, GenericWorkload}},
		{name: "a gate turns off what needs it, and what needs that", version: "1.36", gates: map[string]bool{"ContainerRestartRules": false},
			off: []Gate{ContainerRestartRules, RestartAllContainersOnContainerExits}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := For(test.version, test.gates)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range test.on {
				if !s.Enabled(g) {
					t.Errorf("%s is off", g)
				}
			}
			for _, g := range test.off {
				if s.Enabled(g) {
					t.Errorf("%s is on", g)
				}
			}
		})
	}
}

func TestForErrors(t *testing.T) {
	for _, version := range []string{"", "1", "1.33", "1.99", "v1.34", "1.34.", "1.34.x", "1.34.1.2", "1.37 "} {
		_, err := For(version, nil)
		if e, ok := errors.AsType[*VersionError](err); !ok || e.Version != version {
			t.Errorf("%q: got %v, want a VersionError", version, err)
		}
	}
	for _, test := range []struct {
		version string
		gates   map[string]bool
		want    GateError
	}{
		{"1.37", map[string]bool{"Nothing": true}, GateError{Gate: "Nothing", Version: "1.37"}},
		{"1.34", map[string]bool{"WorkloadWithJob": true}, GateError{Gate: "WorkloadWithJob", Version: "1.34"}},
		{"1.37", map[string]bool{"JobSuccessPolicy": true}, GateError{Gate: "JobSuccessPolicy", Version: "1.37"}},
		{"1.37", map[string]bool{"JobManagedBy": false}, GateError{Gate: "JobManagedBy", Version: "1.37", Locked: true}},
		{"1.36", map[string]bool{"GenericWorkload": false, "WorkloadWithJob": true}, GateError{Gate: "GenericWorkload", Version: "1.36", Conflict: "WorkloadWithJob"}},
	} {
		_, err := For(test.version, test.gates)
		if e, ok := errors.AsType[*GateError](err); !ok || *e != test.want {
			t.Errorf("%s %v: got %v, want %+v", test.version, test.gates, err, test.want)
		}
	}
}

// TestZero shows that the zero Set is the newest release with its defaults, and that Sets compare.
func TestZero(t *testing.T) {
	newest := Versions()[len(versions)-1]
	s, err := For(newest, nil)
	if err != nil || s != (Set{}) || s.Version() != newest {
		t.Errorf("got %+v, %v", s, err)
	}
	for _, version := range Versions() {
		if s, err := For(version, nil); err != nil || fmt.Sprint("1.", s.Minor()) != version {
			t.Errorf("%s: minor version %d, %v", version, s.Minor(), err)
		}
	}
	same, err := For(newest, map[string]bool{"EnvFiles": true})
	if err != nil || same != s {
		t.Errorf("setting a gate to its default makes another Set: %+v, %v", same, err)
	}
}

// TestTable shows that the table is sorted by name and that every gate differs from all others.
func TestTable(t *testing.T) {
	var names []string
	for g := range numGates {
		names = append(names, g.String())
		for _, needed := range table[g].needs {
			if needed == g {
				t.Errorf("%s needs itself", g)
			}
		}
	}
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("not sorted, or a name twice: %v", names)
	}
	for s := range (Set{}).Gates() {
		if !slices.Contains(names, s) {
			t.Errorf("Gates returns %s", s)
		}
	}
}
