package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
)

// setGates sets feature gates, and those that they imply, until restore is called. It fails if the
// release doesn't know a gate or has locked it.
func setGates(gates map[string]bool) (restore func(), err error) {
	reads, writes := utilfeature.DefaultFeatureGate, utilfeature.DefaultMutableFeatureGate
	known := writes.GetAll()
	for _, name := range slices.Sorted(maps.Keys(gates)) {
		spec, ok := known[featuregate.Feature(name)]
		switch {
		case !ok:
			return nil, fmt.Errorf("unknown feature gate %s", name)
		case spec.LockToDefault && gates[name] != spec.Default:
			return nil, fmt.Errorf("feature gate %s is locked to %t", name, spec.Default)
		}
	}
	set := writes.DeepCopy()
	if err := set.SetFromMap(implied(gates, dependencies())); err != nil {
		return nil, err
	}
	utilfeature.DefaultFeatureGate, utilfeature.DefaultMutableFeatureGate = set, set // validation reads both
	return func() { utilfeature.DefaultFeatureGate, utilfeature.DefaultMutableFeatureGate = reads, writes }, nil
}

// implied returns the gates with what they imply: a gate that is on needs others to be on, and one
// that is off needs those that depend on it to be off. Gates that are set already stay as they are.
func implied(gates map[string]bool, needs map[featuregate.Feature][]featuregate.Feature) map[string]bool {
	all := maps.Clone(gates)
	for changed := true; changed; {
		changed = false
		set := func(gate featuregate.Feature, on bool) {
			if _, ok := all[string(gate)]; !ok {
				all[string(gate)] = on
				changed = true
			}
		}
		for gate, others := range needs {
			for _, other := range others {
				if on, ok := all[string(gate)]; ok && on {
					set(other, true)
				}
				if on, ok := all[string(other)]; ok && !on {
					set(gate, false)
				}
			}
		}
	}
	return all
}

// dependencies returns the gates that each gate needs. Releases before 1.35 don't declare them.
func dependencies() map[featuregate.Feature][]featuregate.Feature {
	gate, ok := utilfeature.DefaultMutableFeatureGate.(interface {
		Dependencies() map[featuregate.Feature][]featuregate.Feature
	})
	if !ok {
		return nil
	}
	return gate.Dependencies()
}

// gate is a feature gate of the release.
type gate struct {
	Name    string `json:"name"`
	Default bool   `json:"default"`
	// Stage is ALPHA, BETA, GA or DEPRECATED.
	Stage  string `json:"stage"`
	Locked bool   `json:"locked,omitempty"`
	// Needs are the gates that must be on if this one is.
	Needs []string `json:"needs,omitempty"`
}

// printGates prints all feature gates of the release, by name.
func printGates(_ io.Reader, out io.Writer) error {
	needs := dependencies()
	var gates []gate
	for name, spec := range utilfeature.DefaultMutableFeatureGate.GetAll() {
		g := gate{Name: string(name), Default: spec.Default, Stage: cmp.Or(string(spec.PreRelease), "GA"), Locked: spec.LockToDefault}
		for _, other := range needs[name] {
			g.Needs = append(g.Needs, string(other))
		}
		gates = append(gates, g)
	}
	slices.SortFunc(gates, func(a, b gate) int { return cmp.Compare(a.Name, b.Name) })
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(gates)
}
