package main

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
)

// setGates sets feature gates until restore is called. It fails if the release doesn't know a gate
// or has locked it, or if a gate depends on another that is off.
func setGates(gates map[string]bool) (restore func(), err error) {
	reads, writes := utilfeature.DefaultFeatureGate, utilfeature.DefaultMutableFeatureGate
	set := writes.DeepCopy()
	if err := set.SetFromMap(gates); err != nil {
		return nil, err
	}
	utilfeature.DefaultFeatureGate, utilfeature.DefaultMutableFeatureGate = set, set // validation reads both
	return func() { utilfeature.DefaultFeatureGate, utilfeature.DefaultMutableFeatureGate = reads, writes }, nil
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
	needs := map[featuregate.Feature][]featuregate.Feature{}
	if d, ok := utilfeature.DefaultMutableFeatureGate.(interface { // not before 1.35
		Dependencies() map[featuregate.Feature][]featuregate.Feature
	}); ok {
		needs = d.Dependencies()
	}
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
