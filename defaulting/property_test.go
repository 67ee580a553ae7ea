package defaulting_test

import (
	"flag"
	"maps"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	fuzz "github.com/google/gofuzz"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/internal/jobtest"
	"github.com/jobapi/jobapi/selector"
)

var long = flag.Bool("long", false, "check more random Jobs")

func TestProperties(t *testing.T) {
	scheme, fill := install.NewScheme(), jobtest.Seeded(t)
	n := 50
	if *long {
		n = 500
	}
	for range n {
		checkProperties(t, scheme, fill)
		if t.Failed() {
			return
		}
	}
}

func FuzzProperties(f *testing.F) {
	scheme := install.NewScheme()
	for _, data := range []string{"", "0", "selector", "a Job with a little of everything in it"} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkProperties(t, scheme, jobtest.FromBytes(data))
	})
}

// generatedKeys and uids make leftovers likely.
var (
	generatedKeys = []string{batch.ControllerUidLabel, batch.LegacyControllerUidLabel, batch.JobNameLabel, batch.LegacyJobNameLabel, "app"}
	uids          = []types.UID{oldUID, newUID, ""}
)

// fillJob fills a Job of some version. It makes generated labels and selectors likely.
func fillJob(fill *fuzz.Fuzzer, job runtime.Object, meta *metav1.ObjectMeta, selects **metav1.LabelSelector, templateLabels *map[string]string) {
	fill.Fuzz(job)
	var choice struct{ UID, Selector, Labels, Key, Value, More uint8 }
	fill.Fuzz(&choice)
	meta.UID = uids[int(choice.UID)%len(uids)]
	key := generatedKeys[int(choice.Key)%len(generatedKeys)]
	value := string(uids[int(choice.Value)%len(uids)])
	switch choice.Selector % 4 {
	case 0:
		*selects = nil
	case 1:
		*selects = byLabels(map[string]string{key: value})
	}
	switch choice.Labels % 4 {
	case 0:
		*templateLabels = nil
	case 1:
		*templateLabels = map[string]string{key: value, generatedKeys[int(choice.More)%len(generatedKeys)]: meta.Name}
	}
	if choice.More%2 == 0 {
		meta.Labels = nil
	}
}

func checkProperties(t *testing.T, scheme *runtime.Scheme, fill *fuzz.Fuzzer) {
	t.Helper()
	v1 := &batchv1.Job{}
	fillJob(fill, v1, &v1.ObjectMeta, &v1.Spec.Selector, &v1.Spec.Template.Labels)
	v1beta1 := &extensionsv1beta1.Job{}
	fillJob(fill, v1beta1, &v1beta1.ObjectMeta, &v1beta1.Spec.Selector, &v1beta1.Spec.Template.Labels)

	for _, job := range []runtime.Object{v1, v1beta1} {
		// Defaulting never writes into a map of the input.
		maps := mapsOf(job)
		scheme.Default(job)
		maps.check(t)

		// Defaulting twice equals defaulting once.
		once := job.DeepCopyObject()
		scheme.Default(job)
		if diff := cmp.Diff(once, job); diff != "" {
			t.Errorf("defaulted twice (-once +twice):\n%s", diff)
		}

		hub, err := conversion.ToVersion(scheme, job, batch.SchemeGroupVersion)
		if err != nil {
			t.Fatal(err)
		}
		for _, keys := range []batch.SelectorLabels{{}, batch.KubernetesSelectorLabels(), {UID: []string{"example.com/uid"}, Name: []string{"app"}}} {
			checkGenerate(t, scheme, hub.(*batch.Job), keys)
		}
	}
}

// checkGenerate creates two Jobs from one template. They share all maps at first.
func checkGenerate(t *testing.T, scheme *runtime.Scheme, template *batch.Job, keys batch.SelectorLabels) {
	t.Helper()
	a, b := *template, *template
	a.UID, b.UID = "a", "b"
	a.Name, b.Name = "one", "one"
	shared := mapsOf(template)
	for _, job := range []*batch.Job{&a, &b} {
		if _, err := defaulting.GenerateSelector(job, keys); err != nil {
			t.Fatal(err)
		}
		once := job.DeepCopy()
		if warnings, err := defaulting.GenerateSelector(job, keys); err != nil || warnings != nil {
			t.Fatalf("generated twice: error %v, warnings %q", err, warnings)
		}
		if diff := cmp.Diff(once, job); diff != "" {
			t.Errorf("generated twice (-once +twice):\n%s", diff)
		}
		versioned, err := conversion.ToVersion(scheme, job, batchv1.SchemeGroupVersion)
		if err != nil {
			t.Fatal(err)
		}
		scheme.Default(versioned)
		again, err := conversion.ToVersion(scheme, versioned, batch.SchemeGroupVersion)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(once.Spec.Template.Labels, again.(*batch.Job).Spec.Template.Labels); diff != "" {
			t.Errorf("template labels, defaulted after generating (-before +after):\n%s", diff)
		}
	}
	shared.check(t)

	if generated := a.Spec.Selector != template.Spec.Selector && b.Spec.Selector != template.Spec.Selector; generated {
		one, err := selector.FromLabelSelector(a.Spec.Selector)
		if err != nil {
			t.Fatal(err)
		}
		other, err := selector.FromLabelSelector(b.Spec.Selector)
		if err != nil {
			t.Fatal(err)
		}
		if one.Overlaps(other) {
			t.Errorf("%s and %s overlap", one, other)
		}
		if !one.Matches(a.Spec.Template.Labels) || one.Matches(b.Spec.Template.Labels) {
			t.Errorf("%s does not tell %v from %v", one, a.Spec.Template.Labels, b.Spec.Template.Labels)
		}
		// Each Job has its own maps now.
		const key = "a key too long to be a random one"
		a.Spec.Template.Labels[key], a.Spec.Selector.MatchLabels[key] = "a", "a"
		if _, ok := b.Spec.Template.Labels[key]; ok {
			t.Error("the Jobs share the labels of their templates")
		}
		if _, ok := b.Spec.Selector.MatchLabels[key]; ok {
			t.Error("the Jobs share their selector")
		}
		shared.check(t)
	}
}

// remembered maps the maps of an object to their entries.
type remembered map[reflect.Value]map[any]any

// mapsOf returns every map that is reachable from obj.
func mapsOf(obj any) remembered {
	found := remembered{}
	var visit func(reflect.Value)
	visit = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				visit(v.Elem())
			}
		case reflect.Struct:
			for _, value := range v.Fields() {
				visit(value)
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				visit(v.Index(i))
			}
		case reflect.Map:
			if v.IsNil() || !v.CanInterface() {
				return
			}
			m := reflect.ValueOf(v.Interface()) // the map itself, not the field that holds it
			found[m] = contents(m)
		}
	}
	visit(reflect.ValueOf(obj))
	return found
}

func contents(m reflect.Value) map[any]any {
	entries := map[any]any{}
	for key, value := range m.Seq2() {
		entries[key.Interface()] = value.Interface()
	}
	return entries
}

// check fails the test if a map has changed.
func (r remembered) check(t *testing.T) {
	t.Helper()
	for m, before := range r {
		if now := contents(m); !maps.EqualFunc(before, now, reflect.DeepEqual) {
			t.Errorf("a map was written into (-before +after):\n%s", cmp.Diff(before, now))
		}
	}
}
