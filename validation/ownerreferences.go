package validation

import (
	"fmt"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ownerReferences checks the owners one by one, and that one at most is the controller.
func (c *metaChecker) ownerReferences(owners []metav1.OwnerReference) {
	controller, again := -1, -1
	for i := range owners {
		c.ownerReference(&owners[i], i)
		if flag := owners[i].Controller; flag == nil || !*flag {
			continue
		}
		switch {
		case controller < 0:
			controller = i
		case again < 0:
			again = i
		}
	}
	// One error says it all: naming every pair would cost a hostile list's length squared.
	if again >= 0 {
		c.add(field.Invalid(metaPath("ownerReferences"), field.OmitValueType{},
			fmt.Sprintf("only one owner can be the controller, but those at %d and %d both are", controller, again)))
	}
}

func (c *metaChecker) ownerReference(owner *metav1.OwnerReference, i int) {
	path := func(name string) *field.Path { return metaPath("ownerReferences").Index(i).Child(name) }
	version, err := schema.ParseGroupVersion(owner.APIVersion)
	switch {
	case owner.APIVersion == "":
		c.add(field.Required(path("apiVersion"), "must be given"))
	case err != nil, version.Version == "":
		c.add(field.Invalid(path("apiVersion"), owner.APIVersion, "must be a version, such as v1, or group and version, such as batch/v1"))
	}
	for _, f := range [...]struct{ name, value string }{{"kind", owner.Kind}, {"name", owner.Name}, {"uid", string(owner.UID)}} {
		if f.value == "" {
			c.add(field.Required(path(f.name), "must be given"))
		}
	}
	if _, banned := apivalidation.BannedOwners[version.WithKind(owner.Kind)]; banned {
		c.add(field.Invalid(metaPath("ownerReferences").Index(i), *owner, owner.Kind+" objects own nothing: choose another owner"))
	}
}
