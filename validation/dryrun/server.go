package dryrun

import (
	"iter"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
	"github.com/jobapi/jobapi/validation/features"
)

// Server is the kube-apiserver that is asked: a release of Kubernetes and its feature gates. The zero
// value is 1.37 with default gates; [For] returns the others. It is a small value. Copy it freely,
// and compare two with ==. Its methods are safe for concurrent use.
type Server struct {
	features features.Set
}

// For returns the server of a release with the given feature gates set, and the others as they are
// by default. version is one of [Versions], or one of its patches: "1.34.2" counts as "1.34".
//
// A gate that is on turns on the gates that it needs. A gate that is off turns off those that need
// it. The error is a [*features.VersionError] if the release isn't known. It is a
// [*features.GateError] if the release lacks one of the gates or has locked it, or if two of the
// gates contradict each other.
func For(version string, gates map[string]bool) (Server, error) {
	set, err := features.For(version, gates)
	if err != nil {
		return Server{}, err
	}
	return Server{features: set}, nil
}

// Versions returns the releases that [For] knows, oldest first.
func Versions() []string { return features.Versions() }

// Version returns the minor version of the server, such as "1.37".
func (s Server) Version() string { return s.features.Version() }

// Gates returns the feature gates of the release that matter for the answers, and whether they are
// on, sorted by name.
func (s Server) Gates() iter.Seq2[string, bool] { return s.features.Gates() }

// serverLabels are the labels that a server generates.
var serverLabels = batch.KubernetesSelectorLabels()

// options ask for what the server says, and no more.
func (s Server) options() validation.Options {
	return validation.Options{SelectorLabels: serverLabels, ServerOnly: true, Features: s.features}
}
