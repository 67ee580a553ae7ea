package batch

// SelectorLabels are the keys of the labels that automatic mode adds to a Job's pods, so that its
// selector finds them. The zero value means [DefaultSelectorLabels] everywhere. Otherwise UID
// must not be empty. A label has one value, so no key may be in both lists. Keys that Kubernetes
// uses for the UID may not be in Name, and those that it uses for the name may not be in UID.
// Functions that take SelectorLabels neither change nor keep them.
type SelectorLabels struct {
	// UID are the keys of the labels whose value is the UID of the Job. The generated selector
	// uses the first.
	UID []string

	// Name are the keys of the labels whose value is the name of the Job. It may be empty.
	Name []string
}

// DefaultSelectorLabels returns the two keys that Jobs have had since selectors are generated:
// controller-uid and job-name. The caller owns the result.
func DefaultSelectorLabels() SelectorLabels {
	return SelectorLabels{
		UID:  []string{LegacyControllerUidLabel},
		Name: []string{LegacyJobNameLabel},
	}
}

// KubernetesSelectorLabels returns the four keys of kube-apiserver since Kubernetes 1.27: those
// of [DefaultSelectorLabels], with and without prefix. The selector uses the prefixed key for the
// UID. The caller owns the result.
func KubernetesSelectorLabels() SelectorLabels {
	return SelectorLabels{
		UID:  []string{ControllerUidLabel, LegacyControllerUidLabel},
		Name: []string{JobNameLabel, LegacyJobNameLabel},
	}
}
