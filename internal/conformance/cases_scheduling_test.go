package conformance

import (
	"math"
	"strings"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/features"
)

// scheduled has the fields of a Job that the rules of spec.scheduling are about.
type scheduled struct {
	Parallelism *int32                                   `json:"parallelism,omitempty"`
	Scheduling  *kubernetesv1.JobSchedulingConfiguration `json:"scheduling,omitempty"`
}

// scheduled returns a random configuration, most often of typical valid and invalid parts.
func (s source) scheduled() scheduled {
	out := scheduled{Parallelism: pick(s.random, parallelisms)}
	switch s.random.IntN(20) {
	case 0:
		s.fill.Fuzz(&out)
	case 1:
	default:
		out.Scheduling = &kubernetesv1.JobSchedulingConfiguration{}
		for range 8 {
			s.change(&out)
		}
	}
	return out
}

// changed returns a copy with up to three random changes, or a new configuration.
func (s source) changed(old scheduled) scheduled {
	out := scheduled{Parallelism: old.Parallelism, Scheduling: old.Scheduling.DeepCopy()}
	for range s.random.IntN(4) {
		s.change(&out)
	}
	switch s.random.IntN(20) {
	case 0:
		out = s.scheduled()
	case 1:
		out.Scheduling = nil
	}
	return out
}

// change changes one part of the configuration.
func (s source) change(of *scheduled) {
	if of.Scheduling == nil {
		return
	}
	switch s.random.IntN(7) {
	case 0:
		of.Parallelism = pick(s.random, parallelisms)
	case 1:
		of.Scheduling.SchedulingPolicy = s.policy()
	case 2:
		if p := of.Scheduling.SchedulingPolicy; p != nil && p.Gang != nil {
			p.Gang.MinCount = pick(s.random, minCounts)
		}
	case 3:
		of.Scheduling.SchedulingConstraints = s.constraints()
	case 4:
		of.Scheduling.DisruptionMode = s.disruptionMode()
	case 5:
		of.Scheduling.ResourceClaims = s.claims()
	default:
		s.changeClaim(of.Scheduling.ResourceClaims)
	}
}

// changeClaim changes one field of a claim, if there are claims.
func (s source) changeClaim(claims []schedulingv1alpha3.WorkloadPodGroupResourceClaim) {
	if len(claims) == 0 {
		return
	}
	claim, other := &claims[s.random.IntN(len(claims))], &claims[0]
	switch s.random.IntN(4) {
	case 0:
		claim.Name = pick(s.random, groupNames)
	case 1:
		claim.ResourceClaimName = pick(s.random, []*string{nil, new("a"), new("-")})
	case 2:
		claim.ResourceClaimTemplateName = pick(s.random, []*string{nil, new("a"), new("-")})
	default:
		*claim, *other = *other, *claim
	}
}

func (s source) policy() *schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy {
	if s.random.IntN(5) == 0 {
		return nil
	}
	p := &schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy{}
	if s.random.IntN(3) == 0 {
		p.Basic = &schedulingv1alpha3.WorkloadPodGroupBasicSchedulingPolicy{}
	}
	if s.random.IntN(3) > 0 {
		p.Gang = &schedulingv1alpha3.WorkloadPodGroupGangSchedulingPolicy{MinCount: pick(s.random, minCounts)}
	}
	return p
}

func (s source) constraints() *schedulingv1alpha3.WorkloadPodGroupSchedulingConstraints {
	if s.random.IntN(5) == 0 {
		return nil
	}
	c := &schedulingv1alpha3.WorkloadPodGroupSchedulingConstraints{}
	if s.random.IntN(5) == 0 {
		c.Topology = []schedulingv1alpha3.TopologyConstraint{}
	}
	for range pick(s.random, []int{0, 1, 1, 1, 1, 2}) {
		c.Topology = append(c.Topology, schedulingv1alpha3.TopologyConstraint{Key: pick(s.random, topologyKeys)})
	}
	return c
}

func (s source) disruptionMode() *schedulingv1alpha3.WorkloadPodGroupDisruptionMode {
	if s.random.IntN(5) == 0 {
		return nil
	}
	m := &schedulingv1alpha3.WorkloadPodGroupDisruptionMode{}
	if s.random.IntN(2) == 0 {
		m.Single = &schedulingv1alpha3.WorkloadPodGroupSingleDisruptionMode{}
	}
	if s.random.IntN(2) == 0 {
		m.All = &schedulingv1alpha3.WorkloadPodGroupAllDisruptionMode{}
	}
	return m
}

func (s source) claims() []schedulingv1alpha3.WorkloadPodGroupResourceClaim {
	claims := []schedulingv1alpha3.WorkloadPodGroupResourceClaim{}
	if s.random.IntN(5) == 0 {
		claims = nil
	}
	for range s.random.IntN(7) {
		claim := schedulingv1alpha3.WorkloadPodGroupResourceClaim{Name: pick(s.random, groupNames)}
		if s.random.IntN(2) == 0 {
			claim.ResourceClaimName = new(pick(s.random, groupNames))
		}
		if s.random.IntN(3) == 0 {
			claim.ResourceClaimTemplateName = new(pick(s.random, groupNames))
		}
		claims = append(claims, claim)
	}
	return claims
}

var (
	parallelisms = []*int32{nil, new(int32(-1)), new(int32(0)), new(int32(1)), new(int32(2)), new(int32(3)), new(int32(math.MaxInt32))}
	minCounts    = []*int32{nil, new(int32(math.MinInt32)), new(int32(-1)), new(int32(0)), new(int32(1)), new(int32(2)), new(int32(3)), new(int32(math.MaxInt32))}

	topologyKeys = []string{
		"zone", "topology.kubernetes.io/zone", "A.b_c-d", "", "-", "a/", "/a", "a/b/c", "A/b", "a b", "ü", "a..b/c",
		strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 253) + "/a", strings.Repeat("a", 254) + "/a",
	}
	groupNames = []string{
		"a", "b", "c", "d", "gpu-0", "a.b", "", "-", "A", "a_b", "a.", "a..b", "ü", "a\n",
		strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 253), strings.Repeat("a", 254),
	}
)

// withWorkloads turns on the feature gates of spec.scheduling until the test ends.
func withWorkloads(t *testing.T) {
	t.Helper()
	gates := []string{string(features.GenericWorkload), string(features.WorkloadWithJob)}
	set := func(on bool) {
		if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{gates[0]: on, gates[1]: on}); err != nil {
			t.Fatal(err)
		}
	}
	set(true)
	t.Cleanup(func() { set(false) })
}
