package batch

// SelectorLabels names the labels that automatic mode puts on a Job's pods to tell them from
// the pods of others. The zero value stands for [DefaultSelectorLabels] wherever one is
// taken. Otherwise UID must not be empty. A label has one value, so no key may be in both lists,
// or be for the UID here and for the name in Kubernetes, or the other way round. Functions that
// take one neither change nor keep it.
type SelectorLabels struct {
	// UID holds the keys of the labels whose value is the UID of the Job. The generated
	// selector is made of the first.
	UID []string

	// Name holds the keys of the labels whose value is the name of the Job. It may be empty.
	Name []string
}

// DefaultSelectorLabels returns the two labels of the design of generated selectors:
// controller-uid and job-name. The caller owns the result.
func DefaultSelectorLabels() SelectorLabels {
	return SelectorLabels{
		UID:  []string{LegacyControllerUidLabel},
		Name: []string{LegacyJobNameLabel},
	}
}

// KubernetesSelectorLabels returns the four labels that kube-apiserver writes since
// Kubernetes 1.27: those of [DefaultSelectorLabels] and the same with a prefix. The selector
// uses the prefixed UID. The caller owns the result.
func KubernetesSelectorLabels() SelectorLabels {
	return SelectorLabels{
		UID:  []string{ControllerUidLabel, LegacyControllerUidLabel},
		Name: []string{JobNameLabel, LegacyJobNameLabel},
	}
}
