package conformance

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	upstream "k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion/kubernetes"
	"github.com/jobapi/jobapi/validation"
)

// scheduled is the part of a Job that spec.scheduling is about, in the types of the API.
type scheduled struct {
	Parallelism *int32                                   `json:"parallelism,omitempty"`
	Scheduling  *kubernetesv1.JobSchedulingConfiguration `json:"scheduling,omitempty"`
}

// scheduled returns a random configuration: of typical parts, good and bad, or of anything.
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

// changed returns a copy with a few random changes, or none.
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

// change makes one part of the configuration another.
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

// changeClaim makes one of the claims, if there are any, another in one way.
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

// bothJobs returns a Job with the configuration as upstream's registry and as jobapi sees it.
// Defaults are set, but if parallelism is unset it stays so.
func bothJobs(t *testing.T, of scheduled) (*upstream.Job, *batch.Job) {
	t.Helper()
	theirs, versioned := prepare(t, smallTemplate())
	versioned.Spec.Parallelism, versioned.Spec.Scheduling = of.Parallelism, of.Scheduling.DeepCopy()
	var spec upstream.JobSpec
	if err := legacyscheme.Scheme.Convert(versioned.Spec.DeepCopy(), &spec, nil); err != nil {
		t.Fatal(err)
	}
	theirs.Spec.Parallelism, theirs.Spec.Scheduling = spec.Parallelism, spec.Scheduling
	var ours batch.Job
	if err := kubernetes.Convert_v1_Job_To_batch_Job(versioned, &ours, nil); err != nil {
		t.Fatal(err)
	}
	return theirs, &ours
}

// withWorkloads switches on what makes kube-apiserver look at spec.scheduling.
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

// inScheduling returns the errors in spec.scheduling by type and path.
func inScheduling(errs field.ErrorList) map[string]*field.Error {
	byKind := map[string]*field.Error{}
	for _, err := range errs {
		if err.Field == "spec.scheduling" || strings.HasPrefix(err.Field, "spec.scheduling.") {
			byKind[fmt.Sprintf("%s at %s", err.Type, err.Field)] = err
		}
	}
	return byKind
}

var anyIndex = regexp.MustCompile(`\[\d+\]`)

// compareScheduling compares what both sides find in the configurations, of which it prints
// those where they differ, and counts the kinds of errors in seen.
func compareScheduling(t *testing.T, theirs, ours map[string]*field.Error, seen map[string]int, in ...scheduled) {
	t.Helper()
	want, got := slices.Sorted(maps.Keys(theirs)), slices.Sorted(maps.Keys(ours))
	if !slices.Equal(want, got) {
		text, _ := yaml.Marshal(in)
		t.Fatalf("upstream finds %q, jobapi %q in\n%s", want, got, text)
	}
	for _, kind := range want {
		seen[anyIndex.ReplaceAllString(kind, "[]")]++
	}
	if len(want) == 0 {
		seen["none"]++
	}
}

// checkSeen reports which kinds of errors never occurred.
func checkSeen(t *testing.T, seen map[string]int, kinds []string) {
	t.Helper()
	for _, kind := range kinds {
		if seen[kind] == 0 {
			t.Errorf("never: %s", kind)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(seen)) {
		t.Logf("%6d %s", seen[kind], kind)
	}
}

func TestScheduling(t *testing.T) {
	withWorkloads(t)
	s, seen := newSource(t), map[string]int{}
	for range *count {
		of := s.scheduled()
		theirs, ours := bothJobs(t, of)
		compareScheduling(t,
			inScheduling(rest.ValidateCreate(createContext(), theirs, job.Strategy)),
			inScheduling(validation.ValidateJob(ours, validation.Options{})), seen, of)
	}
	checkSeen(t, seen, []string{
		"none",
		"Invalid value at spec.scheduling.schedulingPolicy",
		"Invalid value at spec.scheduling.schedulingPolicy.gang.minCount",
		"Too many at spec.scheduling.schedulingConstraints.topology",
		"Required value at spec.scheduling.schedulingConstraints.topology[].key",
		"Invalid value at spec.scheduling.schedulingConstraints.topology[].key",
		"Invalid value at spec.scheduling.disruptionMode",
		"Too many at spec.scheduling.resourceClaims",
		"Duplicate value at spec.scheduling.resourceClaims[]",
		"Invalid value at spec.scheduling.resourceClaims[]",
		"Required value at spec.scheduling.resourceClaims[].name",
		"Invalid value at spec.scheduling.resourceClaims[].name",
		"Invalid value at spec.scheduling.resourceClaims[].resourceClaimName",
		"Invalid value at spec.scheduling.resourceClaims[].resourceClaimTemplateName",
	})
}

func TestSchedulingUpdates(t *testing.T) {
	withWorkloads(t)
	s, seen := newSource(t), map[string]int{}
	for range *count {
		before := s.scheduled()
		after := s.changed(before)
		oldTheirs, oldOurs := bothJobs(t, before)
		theirs, ours := bothJobs(t, after)
		job.Strategy.PrepareForUpdate(createContext(), theirs, oldTheirs)
		compareScheduling(t,
			inScheduling(rest.ValidateUpdate(createContext(), theirs, oldTheirs, job.Strategy)),
			inScheduling(validation.ValidateJobUpdate(ours, oldOurs, validation.Options{})), seen, before, after)
	}
	checkSeen(t, seen, []string{
		"none",
		"Invalid value at spec.scheduling",
		"Invalid value at spec.scheduling.schedulingPolicy",
		"Invalid value at spec.scheduling.schedulingPolicy.gang.minCount",
		"Invalid value at spec.scheduling.schedulingConstraints",
		"Invalid value at spec.scheduling.disruptionMode",
		"Invalid value at spec.scheduling.resourceClaims",
		"Too many at spec.scheduling.resourceClaims",
	})
}
