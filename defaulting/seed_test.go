package defaulting_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/types"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/selector"
)

// The tests in this file are the use cases of the design of generated selectors, in its order
// and words.

const (
	oldUID types.UID = "11111111-2222-3333-4444-555555555555"
	newUID types.UID = "99999999-8888-7777-6666-555555555555"
)

// stored is a Job that a server has created from a manifest.
type stored struct {
	*batch.Job
	manifest string // in batch/v1, as a user gets it back
	warnings []string
}

// post creates a Job as a server does: it decodes the manifest, sets the defaults and an identity,
// generates the selector, stores the Job and encodes it.
func post(t *testing.T, manifest string, uid types.UID, keys batch.SelectorLabels) stored {
	t.Helper()
	scheme := install.NewScheme()
	codecs := serializer.NewCodecFactory(scheme, serializer.EnableStrict)
	obj, _, err := codecs.UniversalDeserializer().Decode([]byte(manifest), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if job, ok := obj.(*batchv1.Job); ok {
		job.UID, job.ResourceVersion = "", "" // a server takes neither from the user
	}
	scheme.Default(obj)
	hub, err := conversion.ToVersion(scheme, obj, batch.SchemeGroupVersion)
	if err != nil {
		t.Fatal(err)
	}
	job := hub.(*batch.Job)
	job.UID = uid
	warnings, err := defaulting.GenerateSelector(job, keys)
	if err != nil {
		t.Fatal(err)
	}
	job.ResourceVersion = "1"
	versioned, err := conversion.ToVersion(scheme, job.DeepCopy(), batchv1.SchemeGroupVersion)
	if err != nil {
		t.Fatal(err)
	}
	return stored{job, encode(t, scheme, versioned), warnings}
}

func encode(t *testing.T, scheme *runtime.Scheme, obj runtime.Object) string {
	t.Helper()
	info, _ := runtime.SerializerInfoForMediaType(serializer.NewCodecFactory(scheme).SupportedMediaTypes(), runtime.ContentTypeYAML)
	var out bytes.Buffer
	if err := info.Serializer.Encode(obj, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// overlap reports whether a pod can match the selectors of both Jobs.
func overlap(t *testing.T, a, b stored) bool {
	t.Helper()
	return selectorOf(t, a).Overlaps(selectorOf(t, b))
}

func selectorOf(t *testing.T, job stored) selector.Selector {
	t.Helper()
	s, err := selector.FromLabelSelector(job.Spec.Selector)
	if err != nil {
		t.Fatal(err)
	}
	if !s.Matches(job.Spec.Template.Labels) {
		t.Errorf("selector %s does not match the pods of its own Job, %v", s, job.Spec.Template.Labels)
	}
	return s
}

// job returns a manifest of batch/v1 with additional lines of the spec and labels of the template.
func job(name, spec string, labels ...string) string {
	manifest := "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: " + name + "\nspec:\n" + spec + "  template:\n"
	if len(labels) > 0 {
		manifest += "    metadata:\n      labels:\n        " + strings.Join(labels, "\n        ") + "\n"
	}
	return manifest + "    spec:\n      restartPolicy: Never\n      containers:\n      - {name: main, image: busybox}\n"
}

var seed = batch.SelectorLabels{}

func TestUseCase1LeaveAllLabelAndSelectorFieldsBlank(t *testing.T) {
	manifest := job("pi", "")
	a, b := post(t, manifest, oldUID, seed), post(t, manifest, newUID, seed)
	if overlap(t, a, b) {
		t.Error("the Jobs overlap")
	}
}

func TestUseCase2LabelsThatAreUsefulToTheUser(t *testing.T) {
	manifest := job("pi", "", "app: pi", "tier: batch")
	a, b := post(t, manifest, oldUID, seed), post(t, manifest, newUID, seed)
	if overlap(t, a, b) {
		t.Error("the Jobs overlap")
	}
	want := map[string]string{"app": "pi", "tier": "batch", "controller-uid": string(oldUID), "job-name": "pi"}
	if diff := cmp.Diff(want, a.Spec.Template.Labels); diff != "" {
		t.Errorf("template labels (-want +got):\n%s", diff)
	}
}

func TestUseCase3ExplicitSelectorToReparentPods(t *testing.T) {
	const spec = "  manualSelector: true\n  selector:\n    matchLabels: {controller-uid: " + string(oldUID) + "}\n"
	got := post(t, job("heir", spec, "controller-uid: "+string(oldUID), "job-name: pi"), newUID, seed)
	original := post(t, job("pi", ""), oldUID, seed)
	if diff := cmp.Diff(original.Spec.Selector, got.Spec.Selector); diff != "" {
		t.Errorf("selector (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(original.Spec.Template.Labels, got.Spec.Template.Labels); diff != "" {
		t.Errorf("template labels (-want +got):\n%s", diff)
	}
	if !overlap(t, original, got) || got.warnings != nil {
		t.Errorf("the heir does not select the pods of the original, or is warned: %q", got.warnings)
	}
}

func TestUseCase4AControllerUsesDifferentLabels(t *testing.T) {
	const spec = "  manualSelector: true\n  selector:\n    matchLabels: {scheduled-at: 2016-03-01T1200}\n"
	got := post(t, job("nightly", spec, "scheduled-at: 2016-03-01T1200"), newUID, seed)
	want := map[string]string{"scheduled-at": "2016-03-01T1200"}
	if diff := cmp.Diff(want, got.Spec.Selector.MatchLabels); diff != "" {
		t.Errorf("selector (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, got.Spec.Template.Labels); diff != "" {
		t.Errorf("template labels (-want +got):\n%s", diff)
	}
}

func TestUseCase5ReuseV1beta1DefinitionWithAnotherGroup(t *testing.T) {
	const spec = "  selector:\n    matchLabels: {app: pi}\n"
	manifest := job("pi", spec, "app: pi")
	old := post(t, strings.Replace(manifest, "batch/v1", "extensions/v1beta1", 1), oldUID, seed)
	if manual := old.Spec.ManualSelector; manual == nil || !*manual {
		t.Error("extensions/v1beta1 does not let its users choose a selector")
	}

	// In batch/v1 the selector stays, and validation rejects it.
	got := post(t, manifest, newUID, seed)
	if manual := got.Spec.ManualSelector; manual != nil {
		t.Errorf("manualSelector is %t, which the user never set", *manual)
	}
	want := map[string]string{"app": "pi"}
	if diff := cmp.Diff(want, got.Spec.Selector.MatchLabels); diff != "" {
		t.Errorf("selector (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, got.Spec.Template.Labels); diff != "" {
		t.Errorf("template labels (-want +got):\n%s", diff)
	}
}

// TestUseCase6And7ModifyAndPostAnExistingJob posts a downloaded Job that the user has modified. The
// original has keys of every generation, the new one has every choice of keys, and the copy has or
// lacks the selector and each of the labels.
func TestUseCase6And7ModifyAndPostAnExistingJob(t *testing.T) {
	choices := map[string]batch.SelectorLabels{
		"seed":       batch.DefaultSelectorLabels(),
		"kubernetes": batch.KubernetesSelectorLabels(),
		"own":        {UID: []string{"example.com/uid"}, Name: []string{"example.com/name"}},
	}
	before127 := []string{"controller-uid: " + string(oldUID), "job-name: old"}
	since127 := []string{"batch.kubernetes.io/controller-uid: " + string(oldUID), "batch.kubernetes.io/job-name: old"}
	mixed := append(append([]string{}, before127...), since127...)
	originals := map[string]struct {
		selectors []string
		labels    []string
	}{
		"copy from before 1.27":    {[]string{"controller-uid"}, before127},
		"prefixed keys alone":      {[]string{"batch.kubernetes.io/controller-uid"}, since127},
		"copy from 1.27 or later":  {[]string{"batch.kubernetes.io/controller-uid"}, mixed},
		"legacy key in selector":   {[]string{"controller-uid"}, mixed},
		"both keys in selector":    {[]string{"controller-uid", "batch.kubernetes.io/controller-uid"}, mixed},
		"selector of another kind": {[]string{"controller-uid"}, since127},
	}
	for choice, keys := range choices {
		for name, original := range originals {
			// Every subset of the labels, with and without the selector.
			for subset := range 1 << len(original.labels) {
				labels := []string{"app: mine"}
				for i, label := range original.labels {
					if subset&(1<<i) != 0 {
						labels = append(labels, label)
					}
				}
				for _, selects := range [][]string{original.selectors, nil} {
					var spec string
					if selects != nil {
						spec = "  selector:\n    matchLabels:\n"
						for _, key := range selects {
							spec += "      " + key + ": " + string(oldUID) + "\n"
						}
					}
					copied := len(labels) > 1 || selects != nil
					got := post(t, job("new", spec, labels...), newUID, keys)
					want := map[string]string{"app": "mine"}
					for _, key := range keys.UID {
						want[key] = string(newUID)
					}
					for _, key := range keys.Name {
						want[key] = "new"
					}
					at := choice + ", " + name + ", labels " + strings.Join(labels, " ")
					if diff := cmp.Diff(want, got.Spec.Template.Labels); diff != "" {
						t.Errorf("%s: template labels (-want +got):\n%s", at, diff)
					}
					if diff := cmp.Diff(map[string]string{keys.UID[0]: string(newUID)}, got.Spec.Selector.MatchLabels); diff != "" {
						t.Errorf("%s: selector (-want +got):\n%s", at, diff)
					}
					if diff := cmp.Diff(map[string]string{"app": "mine"}, got.Labels); diff != "" {
						t.Errorf("%s: labels of the Job (-want +got):\n%s", at, diff)
					}
					if (len(got.warnings) == 1) != copied {
						t.Errorf("%s: warnings %q", at, got.warnings)
					}
					for _, warning := range got.warnings {
						if !strings.Contains(warning, `"old"`) && !strings.Contains(warning, string(oldUID)) {
							t.Errorf("%s: the warning does not name the original: %s", at, warning)
						}
					}
				}
			}
		}
	}
}

func TestUseCase6And7CopyOfAManualJob(t *testing.T) {
	const spec = "  manualSelector: true\n  selector:\n    matchLabels: {app: pi}\n"
	original := post(t, job("old", spec, "app: pi"), oldUID, seed)
	got := post(t, original.manifest, newUID, seed)
	if diff := cmp.Diff(original.Spec, got.Spec); diff != "" || got.warnings != nil {
		t.Errorf("the copy of a manual Job changed, with warnings %q (-want +got):\n%s", got.warnings, diff)
	}
}

// TestReadBackAJobStaysAsItIs checks that a Job doesn't change if a server of either generation, or
// this package with any keys, has created it.
func TestReadBackAJobStaysAsItIs(t *testing.T) {
	servers := map[string]batch.SelectorLabels{
		"before 1.27": batch.DefaultSelectorLabels(),
		"since 1.27":  batch.KubernetesSelectorLabels(),
		"own":         {UID: []string{"example.com/uid"}, Name: []string{"example.com/name"}},
	}
	for server, made := range servers {
		for _, labels := range [][]string{nil, {"app: pi"}} {
			want := post(t, job("pi", "", labels...), oldUID, made)
			for program, keys := range servers {
				if server == "own" && program != "own" {
					continue // a program does not know the keys of another
				}
				got := want.DeepCopy()
				warnings, err := defaulting.GenerateSelector(got, keys)
				if diff := cmp.Diff(want.Job, got); diff != "" || err != nil || warnings != nil {
					t.Errorf("made %s, read by %s: error %v, warnings %q (-want +got):\n%s", server, program, err, warnings, diff)
				}
			}
			for program, keys := range servers {
				if server == "own" && program != "own" {
					continue
				}
				scheme := install.NewScheme()
				if err := defaulting.AddToSchemeWith(keys)(scheme); err != nil {
					t.Fatal(err)
				}
				obj, _, err := serializer.NewCodecFactory(scheme).UniversalDeserializer().Decode([]byte(want.manifest), nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				scheme.Default(obj)
				if diff := cmp.Diff(want.manifest, encode(t, scheme, obj)); diff != "" {
					t.Errorf("made %s, decoded and defaulted by %s (-want +got):\n%s", server, program, diff)
				}
			}
		}
	}
}

func TestUseCase8TheSelectorFieldTellsItsRisk(t *testing.T) {
	// The tests of package apis check the comments of the field. This one checks that setting
	// the field alone doesn't turn manual mode on.
	got := post(t, job("pi", "  selector:\n    matchExpressions:\n    - {key: app, operator: Exists}\n", "app: pi"), newUID, seed)
	if got.Spec.ManualSelector != nil {
		t.Error("a selector alone turned manual mode on")
	}
	if diff := cmp.Diff(map[string]string{"app": "pi"}, got.Spec.Template.Labels); diff != "" {
		t.Errorf("template labels (-want +got):\n%s", diff)
	}
}

func TestUseCase9PreferredNameForTheKey(t *testing.T) {
	keys := batch.SelectorLabels{UID: []string{"acme.example/job"}}
	a, b := post(t, job("pi", ""), oldUID, keys), post(t, job("pi", ""), newUID, keys)
	if diff := cmp.Diff(map[string]string{"acme.example/job": string(oldUID)}, a.Spec.Template.Labels); diff != "" {
		t.Errorf("template labels (-want +got):\n%s", diff)
	}
	if overlap(t, a, b) {
		t.Error("the Jobs overlap")
	}
}

func TestAutomaticMode(t *testing.T) {
	got := post(t, job("pi", "", "app: pi"), newUID, seed)
	t.Run("user does not specify job.spec.selector", func(t *testing.T) {
		if got.Spec.Selector == nil {
			t.Error("no selector")
		}
	})
	t.Run("user is probably unaware of the job.spec.manualSelector field", func(t *testing.T) {
		if strings.Contains(got.manifest, "manualSelector") {
			t.Errorf("it is shown to the user:\n%s", got.manifest)
		}
	})
	t.Run("user optionally puts labels on pod template", func(t *testing.T) {
		if got.Spec.Template.Labels["app"] != "pi" {
			t.Errorf("template labels %v", got.Spec.Template.Labels)
		}
	})
	t.Run("defaulting logic sets job.spec.selector to controller-uid", func(t *testing.T) {
		want := map[string]string{"controller-uid": string(newUID)}
		if diff := cmp.Diff(want, got.Spec.Selector.MatchLabels); diff != "" || len(got.Spec.Selector.MatchExpressions) > 0 {
			t.Errorf("selector %v (-want +got):\n%s", got.Spec.Selector, diff)
		}
	})
	t.Run("defaulting logic appends 2 labels to the template", func(t *testing.T) {
		want := map[string]string{"app": "pi", "controller-uid": string(newUID), "job-name": "pi"}
		if diff := cmp.Diff(want, got.Spec.Template.Labels); diff != "" {
			t.Errorf("template labels (-want +got):\n%s", diff)
		}
	})
}

func TestManualMode(t *testing.T) {
	const spec = "  manualSelector: true\n  selector:\n    matchLabels: {run: r1}\n"
	got := post(t, job("pi", spec, "run: r1", "app: pi"), newUID, seed)
	t.Run("user means user or controller", func(t *testing.T) {
		// A program that works on the hub gets the same as a user with a manifest.
		hub := got.DeepCopy()
		if warnings, err := defaulting.GenerateSelector(hub, batch.KubernetesSelectorLabels()); err != nil || warnings != nil {
			t.Errorf("error %v, warnings %q", err, warnings)
		}
		if diff := cmp.Diff(got.Job, hub); diff != "" {
			t.Errorf("it changed (-want +got):\n%s", diff)
		}
	})
	t.Run("user does specify job.spec.selector", func(t *testing.T) {
		if diff := cmp.Diff(map[string]string{"run": "r1"}, got.Spec.Selector.MatchLabels); diff != "" {
			t.Errorf("selector (-want +got):\n%s", diff)
		}
	})
	t.Run("user does specify job.spec.manualSelector=true", func(t *testing.T) {
		if manual := got.Spec.ManualSelector; manual == nil || !*manual {
			t.Error("it is gone")
		}
	})
	t.Run("user puts a unique label on pod template", func(t *testing.T) {
		if diff := cmp.Diff(map[string]string{"run": "r1", "app": "pi"}, got.Spec.Template.Labels); diff != "" {
			t.Errorf("template labels (-want +got):\n%s", diff)
		}
	})
	t.Run("no defaulting of pod labels or the selector happens", func(t *testing.T) {
		none := post(t, job("pi", "  manualSelector: true\n"), newUID, seed)
		if none.Spec.Selector != nil || none.Spec.Template.Labels != nil {
			t.Errorf("selector %v, template labels %v", none.Spec.Selector, none.Spec.Template.Labels)
		}
	})
}
