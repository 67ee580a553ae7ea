package podtemplate

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/labelrules"
)

// labelSelector checks a selector of pods or other objects. With anyValue the values of its
// expressions are not checked.
func (c *checker) labelSelector(path *fieldpath.Path, selector *metav1.LabelSelector, anyValue bool) {
	c.add(labelrules.Selector(selector, anyValue, path)...)
}

// labels checks that each key and value can be that of a label. Which one is wrong, the errors
// say in their values: their path is that of the map.
func (c *checker) labels(path *fieldpath.Path, labels map[string]string) {
	c.add(labelrules.Labels(labels, path)...)
}
