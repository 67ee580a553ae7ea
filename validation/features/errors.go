package features

import (
	"fmt"
	"slices"
	"strings"
)

// VersionError says that a release isn't known.
type VersionError struct {
	Version string
}

// Error names the releases that are known.
func (e *VersionError) Error() string {
	return fmt.Sprintf("unknown Kubernetes version %q: use one of %s", e.Version, strings.Join(versions[:], ", "))
}

// GateError says that a feature gate can't be set in a release.
type GateError struct {
	// Gate is the name of the gate, and Version the release.
	Gate, Version string
	// Locked reports that the release has the gate, but doesn't let it be set.
	Locked bool
	// Conflict is another gate whose value contradicts that of this one, or is empty.
	Conflict string
}

// Error says what to do, and names the gates that can be set if the release lacks this one.
func (e *GateError) Error() string {
	switch {
	case e.Locked:
		return fmt.Sprintf("Kubernetes %s has locked the feature gate %s: leave it out", e.Version, e.Gate)
	case e.Conflict != "":
		return fmt.Sprintf("the feature gates %s and %s contradict each other in Kubernetes %s: one of them needs the other", e.Gate, e.Conflict, e.Version)
	}
	return fmt.Sprintf("Kubernetes %s has no feature gate %q that matters here: there are %s", e.Version, e.Gate, strings.Join(settable(e.Version), ", "))
}

// settable returns the gates that can be set in a release.
func settable(version string) []string {
	at := slices.Index(versions[:], version)
	var names []string
	for g := range numGates {
		if at >= 0 && table[g].states[at].isKnown() && !table[g].states[at].isLocked() {
			names = append(names, table[g].name)
		}
	}
	return names
}
