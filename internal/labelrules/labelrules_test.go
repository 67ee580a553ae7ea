package labelrules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// TestSameAsApimachinery compares the errors of random selectors, whose parts are valid or
// malformed.
func TestSameAsApimachinery(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, seed))
	keys := []string{"a", "app", "example.com/a", "", "a b", "A/b", "/a", "a/b/c", strings.Repeat("k", 64)}
	values := []string{"", "v", "V-1", "a b", "-", strings.Repeat("v", 64)}
	operators := []metav1.LabelSelectorOperator{metav1.LabelSelectorOpIn, metav1.LabelSelectorOpNotIn, metav1.LabelSelectorOpExists, metav1.LabelSelectorOpDoesNotExist, "", "in"}
	for range 5000 {
		selector := &metav1.LabelSelector{MatchLabels: map[string]string{}}
		for range random.IntN(3) {
			selector.MatchLabels[pick(random, keys)] = pick(random, values)
		}
		for range random.IntN(3) {
			r := metav1.LabelSelectorRequirement{Key: pick(random, keys), Operator: pick(random, operators)}
			for range random.IntN(3) {
				r.Values = append(r.Values, pick(random, values))
			}
			selector.MatchExpressions = append(selector.MatchExpressions, r)
		}
		anyValue := random.IntN(2) == 0
		want := validation.ValidateLabelSelector(selector, validation.LabelSelectorValidationOptions{AllowInvalidLabelValueInSelector: anyValue}, field.NewPath("spec"))
		got := Selector(selector, anyValue, fieldpath.From(field.NewPath("spec")))
		if diff := cmp.Diff(kinds(want), kinds(got)); diff != "" {
			t.Fatalf("%v (-apimachinery +ours):\n%s", selector, diff)
		}
		if want, got := validation.LabelSelectorHasInvalidLabelValue(selector), HasInvalidValue(selector); want != got {
			t.Fatalf("%v: has an invalid value: %t, want %t", selector, got, want)
		}
	}
	if Selector(nil, false, nil) != nil || HasInvalidValue(nil) {
		t.Error("nil is invalid")
	}
}

// kinds returns the errors without their details and without duplicates. apimachinery may report
// several errors about one value.
func kinds(errs field.ErrorList) []string {
	var kinds []string
	for _, err := range errs {
		kinds = append(kinds, fmt.Sprintf("%s at %s: %q from %s", err.Type, err.Field, err.BadValue, err.Origin))
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

func pick[T any](random *rand.Rand, choices []T) T {
	return choices[random.IntN(len(choices))]
}

func TestWording(t *testing.T) {
	want := field.ErrorList{
		field.Invalid(field.NewPath("metadata", "labels"), "a b", "name has ' ', but only letters, digits, '-', '_' and '.' are allowed").WithOrigin("format=k8s-label-key"),
		field.Invalid(field.NewPath("metadata", "labels"), "-", "value begins with '-', but must begin with a letter or digit").WithOrigin("format=k8s-label-value"),
	}
	if diff := cmp.Diff(want, Labels(map[string]string{"a b": "v", "b": "-", "c": "v"}, fieldpath.From(field.NewPath("metadata", "labels")))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
