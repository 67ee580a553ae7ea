package validation

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
)

// Short names for the tables.
type (
	groupScheduling  = batch.JobSchedulingConfiguration
	groupPolicy      = schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy
	groupConstraints = schedulingv1alpha3.WorkloadPodGroupSchedulingConstraints
	groupTopology    = schedulingv1alpha3.TopologyConstraint
	groupDisruption  = schedulingv1alpha3.WorkloadPodGroupDisruptionMode
	groupClaim       = schedulingv1alpha3.WorkloadPodGroupResourceClaim
)

func basicPolicy() *groupPolicy {
	return &groupPolicy{Basic: &schedulingv1alpha3.WorkloadPodGroupBasicSchedulingPolicy{}}
}

func gangPolicy(minCount *int32) *groupPolicy {
	return &groupPolicy{Gang: &schedulingv1alpha3.WorkloadPodGroupGangSchedulingPolicy{MinCount: minCount}}
}

func basicAndGang() *groupPolicy {
	return &groupPolicy{Basic: basicPolicy().Basic, Gang: gangPolicy(nil).Gang}
}

func singleDisruption() *groupDisruption {
	return &groupDisruption{Single: &schedulingv1alpha3.WorkloadPodGroupSingleDisruptionMode{}}
}

func allDisruption() *groupDisruption {
	return &groupDisruption{All: &schedulingv1alpha3.WorkloadPodGroupAllDisruptionMode{}}
}

func singleAndAll() *groupDisruption {
	return &groupDisruption{Single: singleDisruption().Single, All: allDisruption().All}
}

func topologies(keys ...string) *groupConstraints {
	c := &groupConstraints{}
	for _, key := range keys {
		c.Topology = append(c.Topology, groupTopology{Key: key})
	}
	return c
}

func groupClaims(names ...string) []groupClaim {
	var claims []groupClaim
	for _, name := range names {
		claims = append(claims, groupClaim{Name: name, ResourceClaimName: new("gpu")})
	}
	return claims
}

// fullScheduling returns a configuration with all fields.
func fullScheduling() *groupScheduling {
	return &groupScheduling{
		SchedulingPolicy:      gangPolicy(new(int32(2))),
		SchedulingConstraints: topologies("topology.kubernetes.io/rack"),
		DisruptionMode:        allDisruption(),
		ResourceClaims: []groupClaim{
			{Name: "a", ResourceClaimName: new("gpu")},
			{Name: "b", ResourceClaimTemplateName: new("gpus.example.com")},
		},
	}
}

// inScheduling returns the path of a field of spec.scheduling. The empty path is its own.
func inScheduling(path string) *field.Path {
	if path == "" {
		return field.NewPath("spec.scheduling")
	}
	return field.NewPath("spec.scheduling." + path)
}

func schedulingErrors(spec, old *batch.JobSpec) field.ErrorList {
	c := checker{}
	c.scheduling(spec, old, fieldpath.From(nil).Child("spec").Child("scheduling"))
	return c.errs
}

func compareScheduling(t *testing.T, spec, old *batch.JobSpec, want field.ErrorList) {
	t.Helper()
	if diff := cmp.Diff(want, schedulingErrors(spec, old)); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
}

func TestNewScheduling(t *testing.T) {
	const (
		policyChoice = "must have either basic or gang"
		modeChoice   = "must have either single or all"
		claimChoice  = "must have either resourceClaimName or resourceClaimTemplateName"
		minCount     = "must be at least 1: remove it to use parallelism"
		basicAll     = "all requires the scheduling policy gang: use gang, or use single"
	)
	// The messages of apimachinery for "-".
	notALabel, notASubdomain, notAKey := validation.IsDNS1123Label("-")[0], validation.IsDNS1123Subdomain("-")[0], validation.IsQualifiedName("-")[0]
	long := strings.Repeat("a", 64)

	for _, test := range []struct {
		name        string
		parallelism *int32
		scheduling  *groupScheduling
		want        field.ErrorList
	}{
		{name: "unset"},
		{name: "empty", scheduling: &groupScheduling{}},
		{name: "everything", parallelism: new(int32(2)), scheduling: fullScheduling()},
		{name: "basic", scheduling: &groupScheduling{SchedulingPolicy: basicPolicy(), DisruptionMode: singleDisruption()}},

		{name: "no policy chosen", scheduling: &groupScheduling{SchedulingPolicy: &groupPolicy{}}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy"), "", policyChoice)}},
		{name: "two policies", scheduling: &groupScheduling{SchedulingPolicy: basicAndGang()}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy"), "{basic, gang}", policyChoice+", not both")}},

		{name: "minCount defaults to parallelism", parallelism: new(int32(0)), scheduling: &groupScheduling{SchedulingPolicy: gangPolicy(nil)}},
		{name: "minCount is parallelism", scheduling: &groupScheduling{SchedulingPolicy: gangPolicy(new(int32(1)))}},
		{name: "minCount 0", scheduling: &groupScheduling{SchedulingPolicy: gangPolicy(new(int32(0)))}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy.gang.minCount"), int32(0), minCount)}},
		{name: "minCount above parallelism", parallelism: new(int32(3)), scheduling: &groupScheduling{SchedulingPolicy: gangPolicy(new(int32(4)))}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy.gang.minCount"), int32(4), "must not exceed parallelism, which is 3")}},
		{name: "minCount above the default parallelism", scheduling: &groupScheduling{SchedulingPolicy: gangPolicy(new(int32(2)))}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy.gang.minCount"), int32(2), "must not exceed parallelism, which is 1")}},

		{name: "no topology", scheduling: &groupScheduling{SchedulingConstraints: topologies()}},
		{name: "two topologies", scheduling: &groupScheduling{SchedulingConstraints: topologies("a", "-")}, want: field.ErrorList{
			field.TooMany(inScheduling("schedulingConstraints.topology"), 2, 1)}},
		{name: "topology without key", scheduling: &groupScheduling{SchedulingConstraints: topologies("")}, want: field.ErrorList{
			field.Required(inScheduling("schedulingConstraints.topology[0].key"), "must be the key of a node label, such as topology.kubernetes.io/zone")}},
		{name: "topology key", scheduling: &groupScheduling{SchedulingConstraints: topologies("-")}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingConstraints.topology[0].key"), "-", notAKey)}},

		{name: "no mode chosen", scheduling: &groupScheduling{DisruptionMode: &groupDisruption{}}, want: field.ErrorList{
			field.Invalid(inScheduling("disruptionMode"), "", modeChoice)}},
		{name: "two modes", scheduling: &groupScheduling{DisruptionMode: singleAndAll()}, want: field.ErrorList{
			field.Invalid(inScheduling("disruptionMode"), "{single, all}", modeChoice+", not both")}},
		{name: "basic disrupted together", scheduling: &groupScheduling{SchedulingPolicy: basicPolicy(), DisruptionMode: allDisruption()}, want: field.ErrorList{
			field.Invalid(inScheduling("disruptionMode"), allDisruption(), basicAll)}},
		{name: "no policy disrupted together", scheduling: &groupScheduling{DisruptionMode: allDisruption()}, want: field.ErrorList{
			field.Invalid(inScheduling("disruptionMode"), allDisruption(), basicAll)}},
		{name: "basic and gang disrupted together", scheduling: &groupScheduling{SchedulingPolicy: basicAndGang(), DisruptionMode: allDisruption()}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy"), "{basic, gang}", policyChoice+", not both"),
			field.Invalid(inScheduling("disruptionMode"), allDisruption(), basicAll)}},
		{name: "gang disrupted together", scheduling: &groupScheduling{SchedulingPolicy: gangPolicy(nil), DisruptionMode: allDisruption()}},

		{name: "four claims", scheduling: &groupScheduling{ResourceClaims: groupClaims("a", "b", "c", "d")}},
		{name: "five claims", scheduling: &groupScheduling{ResourceClaims: groupClaims("a", "a", "a", "a", "a")}, want: field.ErrorList{
			field.TooMany(inScheduling("resourceClaims"), 5, 4)}},
		{name: "claims of one name", scheduling: &groupScheduling{ResourceClaims: groupClaims("a", "b", "a", "a")}, want: field.ErrorList{
			field.Duplicate(inScheduling("resourceClaims[2]"), "a"),
			field.Duplicate(inScheduling("resourceClaims[3]"), "a")}},
		{name: "claim without source", scheduling: &groupScheduling{ResourceClaims: []groupClaim{{Name: "a"}}}, want: field.ErrorList{
			field.Invalid(inScheduling("resourceClaims[0]"), "", claimChoice)}},
		{name: "claim with two sources", scheduling: &groupScheduling{ResourceClaims: []groupClaim{{Name: "a", ResourceClaimName: new("b"), ResourceClaimTemplateName: new("c")}}}, want: field.ErrorList{
			field.Invalid(inScheduling("resourceClaims[0]"), "{resourceClaimName, resourceClaimTemplateName}", claimChoice+", not both")}},
		{name: "claim without name", scheduling: &groupScheduling{ResourceClaims: groupClaims("")}, want: field.ErrorList{
			field.Required(inScheduling("resourceClaims[0].name"), "must be set")}},
		{name: "claim name", scheduling: &groupScheduling{ResourceClaims: groupClaims("-", long)}, want: field.ErrorList{
			field.Invalid(inScheduling("resourceClaims[0].name"), "-", notALabel),
			field.Invalid(inScheduling("resourceClaims[1].name"), long, validation.MaxLenError(63))}},
		{name: "names of claim objects", scheduling: &groupScheduling{ResourceClaims: []groupClaim{
			{Name: "a", ResourceClaimName: new("-")},
			{Name: "b", ResourceClaimTemplateName: new("")},
		}}, want: field.ErrorList{
			field.Invalid(inScheduling("resourceClaims[0].resourceClaimName"), "-", notASubdomain),
			field.Invalid(inScheduling("resourceClaims[1].resourceClaimTemplateName"), "", notASubdomain)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			compareScheduling(t, &batch.JobSpec{Parallelism: test.parallelism, Scheduling: test.scheduling}, nil, test.want)
		})
	}
}

func TestSchedulingUpdate(t *testing.T) {
	const (
		set     = "may only be set when the Job is created"
		unset   = "may not be removed once the Job exists"
		changed = "is immutable: delete and recreate the Job to change it"
		variant = "may not change between basic and gang: only gang.minCount may change"
	)
	broken := &groupScheduling{
		SchedulingPolicy:      &groupPolicy{Basic: basicPolicy().Basic, Gang: gangPolicy(new(int32(0))).Gang},
		SchedulingConstraints: topologies("", "-"),
		DisruptionMode:        &groupDisruption{},
		ResourceClaims:        groupClaims("", "", "", "", "-"),
	}

	for _, test := range []struct {
		name    string
		old, is *groupScheduling
		want    field.ErrorList
	}{
		{name: "unset"},
		{name: "unchanged", old: fullScheduling(), is: fullScheduling()},
		{name: "broken before", old: broken, is: broken},
		{name: "nothing and empty lists",
			old: &groupScheduling{SchedulingConstraints: &groupConstraints{}},
			is:  &groupScheduling{SchedulingConstraints: &groupConstraints{Topology: []groupTopology{}}, ResourceClaims: []groupClaim{}}},
		{name: "set", is: &groupScheduling{}, want: field.ErrorList{
			field.Invalid(inScheduling(""), nil, set)}},
		{name: "set to something broken", is: &groupScheduling{SchedulingPolicy: &groupPolicy{}, DisruptionMode: allDisruption()}, want: field.ErrorList{
			field.Invalid(inScheduling(""), nil, set),
			field.Invalid(inScheduling("disruptionMode"), allDisruption(), "all requires the scheduling policy gang: use gang, or use single")}},
		{name: "taken away", old: &groupScheduling{}, want: field.ErrorList{
			field.Invalid(inScheduling(""), nil, unset)}},

		{name: "policy set", old: &groupScheduling{}, is: &groupScheduling{SchedulingPolicy: basicPolicy()}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy"), basicPolicy(), set)}},
		{name: "policy unset", old: &groupScheduling{SchedulingPolicy: basicPolicy()}, is: &groupScheduling{}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy"), nil, unset)}},
		{name: "gang to basic", old: &groupScheduling{SchedulingPolicy: gangPolicy(nil)}, is: &groupScheduling{SchedulingPolicy: basicPolicy()}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy"), basicPolicy(), variant)}},
		{name: "basic to gang", old: &groupScheduling{SchedulingPolicy: basicPolicy()}, is: &groupScheduling{SchedulingPolicy: gangPolicy(nil)}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy"), gangPolicy(nil), variant)}},
		{name: "gang to both", old: &groupScheduling{SchedulingPolicy: gangPolicy(nil)}, is: &groupScheduling{SchedulingPolicy: basicAndGang()}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy"), "{basic, gang}", "must have either basic or gang, not both")}},
		{name: "neither to gang", old: &groupScheduling{SchedulingPolicy: &groupPolicy{}}, is: &groupScheduling{SchedulingPolicy: gangPolicy(nil)}},

		{name: "minCount", old: &groupScheduling{SchedulingPolicy: gangPolicy(new(int32(1)))}, is: &groupScheduling{SchedulingPolicy: gangPolicy(new(int32(2)))}},
		{name: "minCount to 0", old: &groupScheduling{SchedulingPolicy: gangPolicy(new(int32(1)))}, is: &groupScheduling{SchedulingPolicy: gangPolicy(new(int32(0)))}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy.gang.minCount"), int32(0), "must be at least 1: remove it to use parallelism")}},
		{name: "minCount above parallelism before", old: &groupScheduling{SchedulingPolicy: gangPolicy(new(int32(3)))}, is: &groupScheduling{SchedulingPolicy: gangPolicy(new(int32(3)))}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingPolicy.gang.minCount"), int32(3), "must not exceed parallelism, which is 2")}},

		{name: "constraints set", old: &groupScheduling{}, is: &groupScheduling{SchedulingConstraints: topologies()}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingConstraints"), topologies(), changed)}},
		{name: "topology", old: &groupScheduling{SchedulingConstraints: topologies("a")}, is: &groupScheduling{SchedulingConstraints: topologies("b")}, want: field.ErrorList{
			field.Invalid(inScheduling("schedulingConstraints"), topologies("b"), changed)}},

		{name: "mode unset", old: &groupScheduling{DisruptionMode: singleDisruption()}, is: &groupScheduling{}, want: field.ErrorList{
			field.Invalid(inScheduling("disruptionMode"), (*groupDisruption)(nil), changed)}},
		{name: "mode", old: &groupScheduling{SchedulingPolicy: gangPolicy(nil), DisruptionMode: singleDisruption()}, is: &groupScheduling{SchedulingPolicy: gangPolicy(nil), DisruptionMode: allDisruption()}, want: field.ErrorList{
			field.Invalid(inScheduling("disruptionMode"), allDisruption(), changed)}},

		{name: "claims in another order", old: &groupScheduling{ResourceClaims: groupClaims("a", "b")}, is: &groupScheduling{ResourceClaims: groupClaims("b", "a")}, want: field.ErrorList{
			field.Invalid(inScheduling("resourceClaims"), groupClaims("b", "a"), changed)}},
		{name: "claims of other sources", old: &groupScheduling{ResourceClaims: groupClaims("a")}, is: &groupScheduling{ResourceClaims: []groupClaim{{Name: "a"}}}, want: field.ErrorList{
			field.Invalid(inScheduling("resourceClaims"), []groupClaim{{Name: "a"}}, changed)}},
		{name: "five claims", old: &groupScheduling{}, is: &groupScheduling{ResourceClaims: groupClaims("", "", "", "", "")}, want: field.ErrorList{
			field.TooMany(inScheduling("resourceClaims"), 5, 4),
			field.Invalid(inScheduling("resourceClaims"), groupClaims("", "", "", "", ""), changed)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			spec, old := &batch.JobSpec{Parallelism: new(int32(2)), Scheduling: test.is}, &batch.JobSpec{Parallelism: new(int32(2)), Scheduling: test.old}
			compareScheduling(t, spec, old, test.want)
		})
	}
}

func TestValidSchedulingCostsNoMemory(t *testing.T) {
	with := &batch.JobSpec{Parallelism: new(int32(2)), Scheduling: fullScheduling()}
	same := &batch.JobSpec{Parallelism: new(int32(2)), Scheduling: fullScheduling()}
	for name, specs := range map[string][2]*batch.JobSpec{
		"without": {{}, nil},
		"new":     {with, nil},
		"update":  {with, same},
	} {
		if n := testing.AllocsPerRun(100, func() { schedulingErrors(specs[0], specs[1]) }); n != 0 {
			t.Errorf("%s: %v allocations, want none", name, n)
		}
	}
}

func TestSchedulingIsOnlyRead(t *testing.T) {
	spec, old := &batch.JobSpec{Scheduling: fullScheduling()}, &batch.JobSpec{Scheduling: fullScheduling()}
	slices.Reverse(old.Scheduling.ResourceClaims)
	was, oldWas := spec.DeepCopy(), old.DeepCopy()
	schedulingErrors(spec, old)
	schedulingErrors(spec, nil)
	if diff := cmp.Diff([]*batch.JobSpec{was, oldWas}, []*batch.JobSpec{spec, old}); diff != "" {
		t.Errorf("validation changed it (-before +after):\n%s", diff)
	}
}
