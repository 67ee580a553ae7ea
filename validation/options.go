package validation

import "github.com/jobapi/jobapi/apis/batch"

// Options say what the rules leave open.
type Options struct {
	// SelectorLabels are the labels that a new Job in automatic mode must have on its
	// template. The zero value stands for [batch.DefaultSelectorLabels]; kube-apiserver asks
	// for [batch.KubernetesSelectorLabels]. Keys that defaulting.GenerateSelector refuses
	// are not reported here; [AddToSchemeWith] reports them.
	SelectorLabels batch.SelectorLabels
}
