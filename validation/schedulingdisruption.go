package validation

import (
	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
)

func disruptionChoice(mode *schedulingv1alpha3.WorkloadPodGroupDisruptionMode) schedulingChoice {
	return schedulingChoice{"single", mode.Single != nil, "all", mode.All != nil}
}

func sameDisruption(a, b *schedulingv1alpha3.WorkloadPodGroupDisruptionMode) bool {
	if a == nil || b == nil {
		return a == b
	}
	return disruptionChoice(a) == disruptionChoice(b)
}

// validateBasicDisruption checks that pods that are scheduled one by one are disrupted one by
// one. That is how they are scheduled unless gang is chosen; if both are set, basic counts,
// and single counts likewise. path is that of the field scheduling.
func validateBasicDisruption(s *batch.JobSchedulingConfiguration, path *fieldpath.Path) field.ErrorList {
	policy, mode := s.SchedulingPolicy, s.DisruptionMode
	together := mode != nil && mode.All != nil && mode.Single == nil
	gang := policy != nil && policy.Gang != nil && policy.Basic == nil
	if !together || gang {
		return nil
	}
	return field.ErrorList{field.Invalid(path.Field("disruptionMode"), mode, "all needs the scheduling policy gang: choose that, or single")}
}
