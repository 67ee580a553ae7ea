package v1beta1_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/apis/batch"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	conversionv1beta1 "github.com/jobapi/jobapi/conversion/extensions/v1beta1"
)

// TestSelectorModes checks both directions of the conversion between autoSelector and
// manualSelector. The output has the opposite of the right answer before, so a function that
// doesn't set it fails.
func TestSelectorModes(t *testing.T) {
	yes, no := new(true), new(false)
	toVersion := []struct {
		name           string
		manual, auto   *bool
		backFromTheHub *bool
	}{
		{name: "unset manualSelector is autoSelector", manual: nil, auto: yes, backFromTheHub: nil},
		{name: "false manualSelector is autoSelector", manual: no, auto: yes, backFromTheHub: nil},
		{name: "manualSelector is unset autoSelector", manual: yes, auto: nil, backFromTheHub: yes},
	}
	for _, tt := range toVersion {
		t.Run(tt.name, func(t *testing.T) {
			in := &batch.JobSpec{ManualSelector: tt.manual}
			out := &extensionsv1beta1.JobSpec{AutoSelector: no}
			if err := conversionv1beta1.Convert_batch_JobSpec_To_v1beta1_JobSpec(in, out, nil); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.auto, out.AutoSelector); diff != "" {
				t.Errorf("autoSelector (-want +got):\n%s", diff)
			}
			back := &batch.JobSpec{ManualSelector: no}
			if err := conversionv1beta1.Convert_v1beta1_JobSpec_To_batch_JobSpec(out, back, nil); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.backFromTheHub, back.ManualSelector); diff != "" {
				t.Errorf("manualSelector after the way back (-want +got):\n%s", diff)
			}
		})
	}
	toHub := []struct {
		name         string
		auto, manual *bool
	}{
		{name: "unset autoSelector is manualSelector", auto: nil, manual: yes},
		{name: "false autoSelector is manualSelector", auto: no, manual: yes},
		{name: "autoSelector is unset manualSelector", auto: yes, manual: nil},
	}
	for _, tt := range toHub {
		t.Run(tt.name, func(t *testing.T) {
			in := &extensionsv1beta1.JobSpec{AutoSelector: tt.auto}
			out := &batch.JobSpec{ManualSelector: no}
			if err := conversionv1beta1.Convert_v1beta1_JobSpec_To_batch_JobSpec(in, out, nil); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.manual, out.ManualSelector); diff != "" {
				t.Errorf("manualSelector (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSelectorModesShareNoPointer checks that two converted Jobs don't share a flag.
func TestSelectorModesShareNoPointer(t *testing.T) {
	var one, two extensionsv1beta1.JobSpec
	for _, out := range []*extensionsv1beta1.JobSpec{&one, &two} {
		if err := conversionv1beta1.Convert_batch_JobSpec_To_v1beta1_JobSpec(&batch.JobSpec{}, out, nil); err != nil {
			t.Fatal(err)
		}
	}
	*one.AutoSelector = false
	if !*two.AutoSelector {
		t.Error("changing one Job changed the other")
	}
}
