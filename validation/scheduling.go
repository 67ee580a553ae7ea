package validation

import (
	"fmt"
	"slices"

	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/features"
	"github.com/jobapi/jobapi/validation/internal/semantic"
)

const (
	maxTopologyConstraints   = 1
	maxGroupResourceClaims   = 4
	detailSetOnCreateOnly    = "may only be set when the Job is created"
	detailNotRemovable       = "may not be removed once the Job exists"
	detailGangMinCount       = "must be at least 1: remove it to use parallelism"
	detailPolicyKind         = "may not change between basic and gang: only gang.minCount may change"
	detailDisruptionNeedGang = "all requires the scheduling policy gang: use gang, or use single"
)

// scheduling checks how the Job's pods are scheduled as a group. old is nil for a new Job.
// After creation only gang.minCount may change, so an update checks changes instead of values:
// it accepts every value that old has.
func (c *checker) scheduling(spec, old *batch.JobSpec, path *fieldpath.Path) {
	if spec.Scheduling == nil {
		if old != nil && old.Scheduling != nil {
			c.add(field.Invalid(path.Field(), nil, detailNotRemovable))
		}
		return
	}
	switch {
	case old == nil:
		c.newScheduling(spec.Scheduling, path)
	case old.Scheduling == nil:
		c.add(field.Invalid(path.Field(), nil, detailSetOnCreateOnly))
	case c.serverOnly && !c.features.Enabled(features.WorkloadWithJob):
		c.schedulingOff(spec.Scheduling, old.Scheduling, path)
	default:
		c.schedulingUpdate(spec.Scheduling, old.Scheduling, path)
	}
	// Rules about several fields apply to updates too.
	c.gangSize(spec, path.Child("schedulingPolicy").Child("gang").Child("minCount"))
	c.disruptionOfPolicy(spec.Scheduling, path.Child("disruptionMode"))
}

func (c *checker) newScheduling(s *batch.JobSchedulingConfiguration, path *fieldpath.Path) {
	if s.SchedulingPolicy != nil {
		c.schedulingPolicy(s.SchedulingPolicy, nil, path.Child("schedulingPolicy"))
	}
	if s.SchedulingConstraints != nil {
		c.topologyConstraints(s.SchedulingConstraints.Topology, path.Child("schedulingConstraints").Child("topology"))
	}
	if s.DisruptionMode != nil {
		c.union(disruptionUnion(s.DisruptionMode), path.Child("disruptionMode"))
	}
	c.groupResourceClaims(s.ResourceClaims, path.Child("resourceClaims"))
}

// schedulingOff checks that an update doesn't change the field while its feature is off. kube-apiserver
// reports a change of the kind of policy as well.
func (c *checker) schedulingOff(s, old *batch.JobSchedulingConfiguration, path *fieldpath.Path) {
	if semantic.DeepEqual(s, old) {
		return
	}
	c.add(field.Forbidden(path.Field(), "the feature gate WorkloadWithJob is off: leave the field as it is"))
	if policy, oldPolicy := s.SchedulingPolicy, old.SchedulingPolicy; policy != nil && oldPolicy != nil && (policy.Basic == nil) != (oldPolicy.Basic == nil) {
		c.add(field.Invalid(path.Field("schedulingPolicy"), policy, detailPolicyKind))
	}
}

func (c *checker) schedulingUpdate(s, old *batch.JobSchedulingConfiguration, path *fieldpath.Path) {
	policyPath := path.Child("schedulingPolicy")
	switch policy, oldPolicy := s.SchedulingPolicy, old.SchedulingPolicy; {
	case policy != nil && oldPolicy != nil:
		c.schedulingPolicy(policy, oldPolicy, policyPath)
	case policy != nil:
		c.add(field.Invalid(policyPath.Field(), policy, detailSetOnCreateOnly))
	case oldPolicy != nil:
		c.add(field.Invalid(policyPath.Field(), nil, detailNotRemovable))
	}
	if !sameConstraints(s.SchedulingConstraints, old.SchedulingConstraints) {
		c.add(field.Invalid(path.Field("schedulingConstraints"), s.SchedulingConstraints, detailImmutable))
	}
	if !sameDisruption(s.DisruptionMode, old.DisruptionMode) {
		c.add(field.Invalid(path.Field("disruptionMode"), s.DisruptionMode, detailImmutable))
	}
	if !sameGroupResourceClaims(s.ResourceClaims, old.ResourceClaims) {
		claimsPath := path.Child("resourceClaims")
		if n := len(s.ResourceClaims); n > maxGroupResourceClaims {
			c.add(field.TooMany(claimsPath.Field(), n, maxGroupResourceClaims))
		}
		c.add(field.Invalid(claimsPath.Field(), s.ResourceClaims, detailImmutable))
	}
}

// union is a pair of fields of which exactly one must be set.
type union struct {
	first     string
	hasFirst  bool
	second    string
	hasSecond bool
}

func (u union) valid() bool {
	return u.hasFirst != u.hasSecond
}

// union checks a union. path is that of the struct with the two fields.
func (c *checker) union(u union, path *fieldpath.Path) {
	if u.valid() {
		return
	}
	value, detail := "", "must have either "+u.first+" or "+u.second
	if u.hasFirst {
		value, detail = "{"+u.first+", "+u.second+"}", detail+", not both"
	}
	c.add(field.Invalid(path.Field(), value, detail))
}

// schedulingPolicy checks a policy. old is nil for a new Job. An updated policy must stay basic
// or gang.
func (c *checker) schedulingPolicy(policy, old *schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy, path *fieldpath.Path) {
	kind := policyUnion(policy)
	switch {
	case old != nil && kind == policyUnion(old):
	case !kind.valid():
		c.union(kind, path)
	case old != nil && (policy.Basic == nil) != (old.Basic == nil):
		c.add(field.Invalid(path.Field(), policy, detailPolicyKind))
	}
	if gang := policy.Gang; gang != nil && gang.MinCount != nil && *gang.MinCount < 1 {
		if old == nil || old.Gang == nil || !equal(gang.MinCount, old.Gang.MinCount) {
			c.add(field.Invalid(path.Field("gang", "minCount"), *gang.MinCount, detailGangMinCount))
		}
	}
}

func policyUnion(p *schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy) union {
	return union{"basic", p.Basic != nil, "gang", p.Gang != nil}
}

// gangSize checks that a gang isn't larger than the number of pods that run in parallel: it
// would wait forever. path is that of minCount.
func (c *checker) gangSize(spec *batch.JobSpec, path *fieldpath.Path) {
	policy := spec.Scheduling.SchedulingPolicy
	if policy == nil || policy.Gang == nil || policy.Gang.MinCount == nil {
		return
	}
	parallelism := int32(1)
	if spec.Parallelism != nil {
		parallelism = *spec.Parallelism
	}
	if minCount := *policy.Gang.MinCount; minCount > parallelism {
		c.add(field.Invalid(path.Field(), minCount, fmt.Sprintf("must not exceed parallelism, which is %d", parallelism)))
	}
}

func (c *checker) topologyConstraints(constraints []schedulingv1alpha3.TopologyConstraint, path *fieldpath.Path) {
	if len(constraints) > maxTopologyConstraints {
		c.add(field.TooMany(path.Field(), len(constraints), maxTopologyConstraints))
		return
	}
	for i := range constraints {
		keyPath := path.Index(i).Child("key")
		if key := constraints[i].Key; key == "" {
			c.add(field.Required(keyPath.Field(), "must be the key of a node label, such as topology.kubernetes.io/zone"))
		} else {
			c.invalid(keyPath, key, names.QualifiedName(key))
		}
	}
}

func sameConstraints(a, b *schedulingv1alpha3.WorkloadPodGroupSchedulingConstraints) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.Equal(a.Topology, b.Topology)
}

func disruptionUnion(mode *schedulingv1alpha3.WorkloadPodGroupDisruptionMode) union {
	return union{"single", mode.Single != nil, "all", mode.All != nil}
}

func sameDisruption(a, b *schedulingv1alpha3.WorkloadPodGroupDisruptionMode) bool {
	if a == nil || b == nil {
		return a == b
	}
	return disruptionUnion(a) == disruptionUnion(b)
}

// disruptionOfPolicy checks that pods are disrupted one by one if they are scheduled one by
// one, which is the default. If both of a union are set, basic and single count.
func (c *checker) disruptionOfPolicy(s *batch.JobSchedulingConfiguration, path *fieldpath.Path) {
	policy, mode := s.SchedulingPolicy, s.DisruptionMode
	isAll := mode != nil && mode.All != nil && mode.Single == nil
	isGang := policy != nil && policy.Gang != nil && policy.Basic == nil
	if isAll && !isGang {
		c.add(field.Invalid(path.Field(), mode, detailDisruptionNeedGang))
	}
}

// groupResourceClaims checks the claims that the pods of the group share.
func (c *checker) groupResourceClaims(claims []schedulingv1alpha3.WorkloadPodGroupResourceClaim, path *fieldpath.Path) {
	if len(claims) > maxGroupResourceClaims {
		c.add(field.TooMany(path.Field(), len(claims), maxGroupResourceClaims))
		return
	}
	for i := range claims {
		hasName := func(claim schedulingv1alpha3.WorkloadPodGroupResourceClaim) bool { return claim.Name == claims[i].Name }
		if slices.ContainsFunc(claims[:i], hasName) {
			c.add(field.Duplicate(path.Index(i).Field(), claims[i].Name))
		}
		c.groupResourceClaim(&claims[i], path.Index(i))
	}
}

func (c *checker) groupResourceClaim(claim *schedulingv1alpha3.WorkloadPodGroupResourceClaim, path *fieldpath.Path) {
	c.union(union{"resourceClaimName", claim.ResourceClaimName != nil, "resourceClaimTemplateName", claim.ResourceClaimTemplateName != nil}, path)
	c.required(path.Child("name"), claim.Name)
	if claim.Name != "" {
		c.invalid(path.Child("name"), claim.Name, names.DNS1123Label(claim.Name))
	}
	if name := claim.ResourceClaimName; name != nil {
		c.invalid(path.Child("resourceClaimName"), *name, names.DNS1123Subdomain(*name))
	}
	if name := claim.ResourceClaimTemplateName; name != nil {
		c.invalid(path.Child("resourceClaimTemplateName"), *name, names.DNS1123Subdomain(*name))
	}
}

func sameGroupResourceClaims(a, b []schedulingv1alpha3.WorkloadPodGroupResourceClaim) bool {
	return slices.EqualFunc(a, b, func(a, b schedulingv1alpha3.WorkloadPodGroupResourceClaim) bool {
		return a.Name == b.Name && equal(a.ResourceClaimName, b.ResourceClaimName) &&
			equal(a.ResourceClaimTemplateName, b.ResourceClaimTemplateName)
	})
}
