package validation

import "github.com/jobapi/jobapi/apis/batch"

// Options say what the rules leave open.
type Options struct {
	// SelectorLabels are the labels that a new Job in automatic mode must have on its
	// template. The zero value stands for [batch.DefaultSelectorLabels]; kube-apiserver asks
	// for [batch.KubernetesSelectorLabels]. With keys that defaulting.GenerateSelector refuses
	// no new Job in automatic mode is valid.
	SelectorLabels batch.SelectorLabels
}
