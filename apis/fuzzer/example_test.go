package fuzzer_test

import (
	"fmt"
	"math/rand"

	apimachineryfuzzer "k8s.io/apimachinery/pkg/api/apitesting/fuzzer"
	metafuzzer "k8s.io/apimachinery/pkg/apis/meta/fuzzer"
	"k8s.io/apimachinery/pkg/runtime/serializer"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/fuzzer"
	"github.com/jobapi/jobapi/apis/install"
)

// A test of your own fills Jobs at random. For round trips, pass Funcs to package roundtrip:
// roundtrip.RoundTripTestForScheme(t, install.NewScheme(), fuzzer.Funcs).
func Example() {
	codecs := serializer.NewCodecFactory(install.NewScheme())
	funcs := apimachineryfuzzer.MergeFuzzerFuncs(metafuzzer.Funcs, fuzzer.Funcs)
	filler := apimachineryfuzzer.FuzzerFor(funcs, rand.NewSource(1), codecs)

	var job batchv1.Job
	filler.Fill(&job)
	fmt.Println(job.Name != "", job.Spec.Suspend != nil, job.Spec.Template.Spec.DNSPolicy != "")
	// Output: true true true
}
