package podtemplate

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ofPod changes the spec of a validTemplate.
func ofPod(change func(*corev1.PodSpec)) func(*corev1.PodTemplateSpec) {
	return func(t *corev1.PodTemplateSpec) { change(&t.Spec) }
}

func TestPodPolicies(t *testing.T) {
	const range32 = "must be from 1 to 2147483647"
	runRules(t, []ruleTest{
		{name: "policies", change: ofPod(func(s *corev1.PodSpec) {
			s.RestartPolicy, s.DNSPolicy, s.PreemptionPolicy = corev1.RestartPolicyAlways, corev1.DNSDefault, new(corev1.PreemptNever)
			s.ActiveDeadlineSeconds, s.TerminationGracePeriodSeconds = new(int64(1)), new(int64(-1))
		})},
		{name: "none", change: ofPod(func(s *corev1.PodSpec) {
			s.RestartPolicy, s.DNSPolicy, s.PreemptionPolicy, s.TerminationGracePeriodSeconds = "", "", new(corev1.PreemptionPolicy("")), nil
		}), want: field.ErrorList{
			field.Required(at("restartPolicy"), "must be Always, OnFailure or Never"),
			field.Required(at("dnsPolicy"), "must be ClusterFirstWithHostNet, ClusterFirst, Default or None"),
			field.Required(at("preemptionPolicy"), "must be PreemptLowerPriority or Never"),
			field.Required(at("terminationGracePeriodSeconds"), "must be set"),
		}},
		{name: "unknown", change: ofPod(func(s *corev1.PodSpec) {
			s.RestartPolicy, s.DNSPolicy, s.PreemptionPolicy = "Maybe", "Host", new(corev1.PreemptionPolicy("Always"))
		}), want: field.ErrorList{
			field.NotSupported(at("restartPolicy"), corev1.RestartPolicy("Maybe"), restartPolicies),
			field.NotSupported(at("dnsPolicy"), corev1.DNSPolicy("Host"), dnsPolicies),
			field.NotSupported(at("preemptionPolicy"), corev1.PreemptionPolicy("Always"), preemptionPolicies),
		}},
		{name: "no time", change: ofPod(func(s *corev1.PodSpec) { s.ActiveDeadlineSeconds = new(int64(0)) }),
			want: field.ErrorList{field.Invalid(at("activeDeadlineSeconds"), int64(0), range32)}},
		{name: "too much time", change: ofPod(func(s *corev1.PodSpec) { s.ActiveDeadlineSeconds = new(int64(1 << 31)) }),
			want: field.ErrorList{field.Invalid(at("activeDeadlineSeconds"), int64(1<<31), range32)}},
	})
}

func TestPodNames(t *testing.T) {
	long := strings.Repeat("a.", 32) + "a"
	runRules(t, []ruleTest{
		{name: "names", change: ofPod(func(s *corev1.PodSpec) {
			s.Hostname, s.Subdomain, s.HostnameOverride, s.SetHostnameAsFQDN = "a", "b", new("a.b"), new(false)
			s.NodeName, s.PriorityClassName, s.ServiceAccountName, s.DeprecatedServiceAccount, s.RuntimeClassName = "a.b", "a.b", "a.b", "a.b", new("a.b")
			s.NodeSelector = map[string]string{"a/b": "", "c": "D"}
		})},
		{name: "bad names", change: ofPod(func(s *corev1.PodSpec) {
			s.Hostname, s.Subdomain, s.HostnameOverride = "a.b", "b.c", new("A")
			s.NodeName, s.PriorityClassName, s.ServiceAccountName, s.DeprecatedServiceAccount, s.RuntimeClassName = "B", "C", "D", "D", new("")
		}), want: concat(
			invalidAt(at("hostname"), "a.b", validation.IsDNS1123Label("a.b")),
			invalidAt(at("subdomain"), "b.c", validation.IsDNS1123Label("b.c")),
			invalidAt(at("hostnameOverride"), "A", validation.IsDNS1123Subdomain("A")),
			invalidAt(at("nodeName"), "B", validation.IsDNS1123Subdomain("B")),
			invalidAt(at("priorityClassName"), "C", validation.IsDNS1123Subdomain("C")),
			invalidAt(at("serviceAccountName"), "D", validation.IsDNS1123Subdomain("D")),
			invalidAt(at("runtimeClassName"), "", validation.IsDNS1123Subdomain("")),
		)},
		{name: "two service accounts", change: ofPod(func(s *corev1.PodSpec) { s.ServiceAccountName, s.DeprecatedServiceAccount = "a", "b" }),
			want: field.ErrorList{field.Invalid(at("deprecatedServiceAccount"), "b", `must equal serviceAccountName, which is "a"`)}},
		{name: "long hostname", change: ofPod(func(s *corev1.PodSpec) { s.HostnameOverride = &long }),
			want: field.ErrorList{field.TooLong(at("hostnameOverride"), long, 64)}},
		{name: "two hostnames", change: ofPod(func(s *corev1.PodSpec) {
			s.HostnameOverride, s.SetHostnameAsFQDN, s.HostNetwork = new("a"), new(true), true
		}), want: field.ErrorList{
			field.Forbidden(at("hostnameOverride"), "must not be set together with setHostnameAsFQDN"),
			field.Forbidden(at("hostnameOverride"), "must not be set together with hostNetwork, which gives the pod the hostname of its node"),
		}},
		{name: "bad node selector", change: ofPod(func(s *corev1.PodSpec) { s.NodeSelector = map[string]string{"-": "-"} }),
			want: field.ErrorList{badLabelKey(at("nodeSelector")), badLabelValue(at("nodeSelector"))}},
	})
}

func concat(lists ...field.ErrorList) (all field.ErrorList) {
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

func TestMetadata(t *testing.T) {
	annotated := func(key, value string) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) { t.Annotations = map[string]string{key: value} }
	}
	labels, annotations := field.NewPath("spec.template.metadata.labels"), field.NewPath("spec.template.annotations")
	large := strings.Repeat("a", apivalidation.TotalAnnotationSizeLimitB)
	badCost := func(value string) field.ErrorList {
		return field.ErrorList{field.Invalid(annotations.Key(deletionCost), value, "must be a 32-bit integer without a plus sign or leading zeros")}
	}
	runRules(t, []ruleTest{
		{name: "name and more", change: func(t *corev1.PodTemplateSpec) { t.Name, t.Namespace, t.Finalizers = "A", "B", []string{"-"} }},
		{name: "bad labels", change: func(t *corev1.PodTemplateSpec) { t.Labels = map[string]string{"-": "-"} },
			want: field.ErrorList{badLabelKey(labels), badLabelValue(labels)}},
		{name: "annotation", change: annotated("Example.com/a", "b c")},
		{name: "bad annotation", change: annotated("a b", ""), want: invalidAt(annotations, "a b", validation.IsQualifiedName("a b"))},
		{name: "large annotation", change: annotated("a", large),
			want: field.ErrorList{field.TooLong(annotations, "", apivalidation.TotalAnnotationSizeLimitB)}},
		{name: "large annotation that is dropped", change: annotated(droppedAnnotations[0], large)},
		{name: "mirror pod", change: both(annotated(mirrorAnnotation, "a"), ofPod(func(s *corev1.PodSpec) { s.NodeName = "a" }))},
		{name: "mirror pod without node", change: annotated(mirrorAnnotation, "a"), want: field.ErrorList{
			field.Invalid(annotations.Key(mirrorAnnotation), "a", "requires spec.nodeName: it marks static pods of a node")}},
		{name: "deletion cost", change: annotated(deletionCost, "-10")},
		{name: "deletion cost with plus", change: annotated(deletionCost, "+10"), want: badCost("+10")},
		{name: "deletion cost of many digits", change: annotated(deletionCost, "2147483648"), want: badCost("2147483648")},
		{name: "tolerations", change: annotated(tolerationsAnnotation, `[{"key":"a","operator":"Exists"}]`)},
		{name: "no tolerations", change: annotated(tolerationsAnnotation, "{}"), want: field.ErrorList{field.Invalid(annotations, tolerationsAnnotation,
			"must be a JSON list of tolerations: json: cannot unmarshal object into Go value of type []v1.Toleration")}},
		{name: "bad tolerations", change: annotated(tolerationsAnnotation, `[{"key":"a b"}]`),
			want: invalidAt(annotations.Child(tolerationsAnnotation).Index(0).Child("key"), "a b", validation.IsQualifiedName("a b"))},
	})
	runUpdates(t, []updateTest{
		{name: "bad deletion cost before", old: annotated(deletionCost, "01"), update: annotated(deletionCost, "+1")},
		{name: "good deletion cost before", old: annotated(deletionCost, "1"), update: annotated(deletionCost, "+1"), want: badCost("+1")},
	})
}
