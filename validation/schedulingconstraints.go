package validation

import (
	"slices"

	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

const maxGroupTopologies = 1

// validateGroupTopology checks the labels of nodes that tell in which places a group fits.
func validateGroupTopology(topology []schedulingv1alpha3.TopologyConstraint, path *fieldpath.Path) field.ErrorList {
	if len(topology) > maxGroupTopologies {
		return field.ErrorList{field.TooMany(path.Field(), len(topology), maxGroupTopologies)}
	}
	var errs field.ErrorList
	for i := range topology {
		here := path.Index(i)
		if key := topology[i].Key; key == "" {
			errs = append(errs, field.Required(here.Field("key"), "name the label of nodes that tells places apart"))
		} else {
			errs = append(errs, badGroupName(here, "key", key, names.QualifiedName(key))...)
		}
	}
	return errs
}

func sameGroupConstraints(a, b *schedulingv1alpha3.WorkloadPodGroupSchedulingConstraints) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.Equal(a.Topology, b.Topology)
}
