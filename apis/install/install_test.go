package install_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	kubernetesv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"

	"github.com/jobapi/jobapi/apis"
	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/extensions"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	conversionv1beta1 "github.com/jobapi/jobapi/conversion/extensions/v1beta1"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/internal/jobtest"
)

var registrations = map[string]func(*runtime.Scheme) error{
	"apis":                   apis.AddToScheme,
	"hub":                    batch.AddToScheme,
	"hub in extensions":      extensions.AddToScheme,
	"batch/v1":               batchv1.AddToScheme,
	"extensions/v1beta1":     extensionsv1beta1.AddToScheme,
	"conversion":             conversion.AddToScheme,
	"conversion of batch/v1": conversionv1.AddToScheme,
	"conversion of v1beta1":  conversionv1beta1.AddToScheme,
	"defaulting":             defaulting.AddToScheme,
	"install":                install.AddToScheme,
}

// TestAddToScheme checks that every registration works on its own and again, and returns an error
// without a scheme.
func TestAddToScheme(t *testing.T) {
	for name, add := range registrations {
		t.Run(name, func(t *testing.T) {
			scheme := runtime.NewScheme()
			for range 2 {
				if err := add(scheme); err != nil {
					t.Fatal(err)
				}
			}
			if err := add(nil); err == nil || !strings.Contains(err.Error(), "scheme is nil") {
				t.Errorf("a nil scheme: %v, want an error that says so", err)
			}
		})
	}
}

// TestAddToSchemeTwiceChangesNothing compares the types of a scheme after one registration and
// after several.
func TestAddToSchemeTwiceChangesNothing(t *testing.T) {
	once, often := install.NewScheme(), install.NewScheme()
	for range 2 {
		for _, add := range []func(*runtime.Scheme) error{install.AddToScheme, apis.AddToScheme, conversion.AddToScheme, defaulting.AddToScheme} {
			if err := add(often); err != nil {
				t.Fatal(err)
			}
		}
	}
	names := cmp.Comparer(func(a, b fmt.Stringer) bool { return a.String() == b.String() })
	if diff := cmp.Diff(once.AllKnownTypes(), often.AllKnownTypes(), names); diff != "" {
		t.Errorf("(-once +often):\n%s", diff)
	}
	kinds, _, err := often.ObjectKinds(&batch.Job{})
	want := []schema.GroupVersionKind{batch.SchemeGroupVersion.WithKind("Job"), extensions.SchemeGroupVersion.WithKind("Job")}
	if diff := cmp.Diff(want, kinds); err != nil || diff != "" {
		t.Errorf("kinds of the hub: %v (-want +got):\n%s", err, diff)
	}
}

// TestAddToTakenScheme checks that registration returns an error, and doesn't panic, if the scheme
// has the types of the Kubernetes client library, and that these stay.
func TestAddToTakenScheme(t *testing.T) {
	for _, add := range []func(*runtime.Scheme) error{apis.AddToScheme, batchv1.AddToScheme, install.AddToScheme} {
		scheme := runtime.NewScheme()
		if err := kubernetesv1.AddToScheme(scheme); err != nil {
			t.Fatal(err)
		}
		if err := add(scheme); err == nil || !strings.Contains(err.Error(), "k8s.io/api/batch/v1.Job") {
			t.Errorf("got %v, want an error that names the other type", err)
		}
		if obj, err := scheme.New(batchv1.SchemeGroupVersion.WithKind("Job")); err != nil {
			t.Error(err)
		} else if _, ok := obj.(*kubernetesv1.Job); !ok {
			t.Errorf("the scheme makes a %T now", obj)
		}
	}
}

func TestFieldLabels(t *testing.T) {
	scheme := install.NewScheme()
	for _, gv := range []schema.GroupVersion{batchv1.SchemeGroupVersion, extensionsv1beta1.SchemeGroupVersion} {
		for _, label := range []string{"metadata.name", "metadata.namespace", "status.successful"} {
			gotLabel, gotValue, err := scheme.ConvertFieldLabel(gv.WithKind("Job"), label, "3")
			if err != nil || gotLabel != label || gotValue != "3" {
				t.Errorf("%s of %s: got %q, %q, %v", label, gv, gotLabel, gotValue, err)
			}
		}
		for _, label := range []string{"", "status.succeeded", "spec.completions", "metadata.uid"} {
			_, _, err := scheme.ConvertFieldLabel(gv.WithKind("Job"), label, "3")
			want := fmt.Sprintf("field label %q is not supported for Job: use one of metadata.name, metadata.namespace, status.successful", label)
			if err == nil || err.Error() != want {
				t.Errorf("%q of %s: got %v, want %s", label, gv, err, want)
			}
		}
	}
}

// TestCodecs decodes each version to the hub and encodes it to the other, with the codecs that
// programs use.
func TestCodecs(t *testing.T) {
	scheme := install.NewScheme()
	codecs := serializer.NewCodecFactory(scheme, serializer.EnableStrict)
	fill := jobtest.Seeded(t)
	info, ok := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), runtime.ContentTypeJSON)
	if !ok {
		t.Fatal("no JSON serializer")
	}
	versions := []schema.GroupVersion{batchv1.SchemeGroupVersion, extensionsv1beta1.SchemeGroupVersion}
	travel := func(obj runtime.Object) runtime.Object {
		for _, gv := range versions {
			data, err := runtime.Encode(codecs.EncoderForVersion(info.Serializer, gv), obj)
			if err != nil {
				t.Fatal(err)
			}
			decoded, gvk, err := codecs.UniversalDecoder().Decode(data, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if gvk.GroupVersion() != gv {
				t.Errorf("encoded to %s, want %s", gvk, gv)
			}
			obj = decoded
		}
		return obj
	}
	for range 50 {
		var job batch.Job
		fill.Fuzz(&job)
		want := travel(&job) // with the defaults of both versions
		if job.UID != want.(*batch.Job).UID || want.(*batch.Job).Spec.Parallelism == nil {
			t.Errorf("not the same Job with defaults: %v", want)
		}
		if diff := cmp.Diff(want, travel(want.DeepCopyObject())); diff != "" {
			t.Fatalf("through both versions (-want +got):\n%s", diff)
		}
	}
}
