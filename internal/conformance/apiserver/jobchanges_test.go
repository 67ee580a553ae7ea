package apiserver

import "strings"

// long returns a string of n letters.
func long(n int) string { return `"` + strings.Repeat("a", n) + `"` }

// jobChanges are paths in a Job, each with values to try.
var jobChanges = [][]string{
	{"metadata", `{}`, `{"generateName": "job-"}`, `{"generateName": "A_"}`, `{"generateName": ` + long(70) + `}`},
	{"metadata.name", `""`, `"A"`, `"a_b"`, `"a.b"`, `"a-"`, long(63), long(64), long(253), long(254)},
	{"metadata.labels", `{}`, `{"a": "b"}`, `{"a b": "c"}`, `{"a": "b c"}`, `{"job-name": "other"}`, `{"a": ` + long(64) + `}`},
	{"metadata.annotations", `{"example.com/a": "b c"}`, `{"a b": ""}`, `{"A/B": ""}`, `{"batch.kubernetes.io/cronjob-scheduled-timestamp": "x"}`},
	{"metadata.finalizers", `["example.com/a"]`, `["a"]`, `["a b"]`, `["foregroundDeletion", "orphan"]`},
	{"metadata.ownerReferences", `[{"apiVersion": "v1", "kind": "Pod", "name": "a", "uid": "u"}]`, `[{}]`, `[{"apiVersion": "v1", "kind": "Event", "name": "a", "uid": "u"}]`,
		`[{"apiVersion": "v1", "kind": "Pod", "name": "a", "uid": "u", "controller": true}, {"apiVersion": "v1", "kind": "Pod", "name": "b", "uid": "v", "controller": true}]`},
	{"spec", `{}`, `null`, `[]`, `{"completionMode": "Indexed", "completions": 100001, "parallelism": 10001, "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "busybox"}]}}}`,
		`{"completionMode": "Indexed", "parallelism": 1, "successPolicy": {"rules": [{"succeededCount": 1}]}}`},
	{"spec.template", `{}`, `[]`},
	{"spec.parallelism", `-1`, `0`, `2`, `100000`, `100001`, `"1"`, `1.5`, `null`, `3000000000`},
	{"spec.completions", `-1`, `0`, `2`, `100001`},
	{"spec.activeDeadlineSeconds", `-1`, `0`, `1`, `2147483648`},
	{"spec.backoffLimit", `-1`, `0`, `1`},
	{"spec.backoffLimitPerIndex", `-1`, `0`, `1`},
	{"spec.maxFailedIndexes", `-1`, `0`, `1`, `100001`},
	{"spec.ttlSecondsAfterFinished", `-1`, `0`, `1`},
	{"spec.suspend", `true`, `"true"`},
	{"spec.completionMode", `"Indexed"`, `"NonIndexed"`, `"Other"`, `""`},
	{"spec.podReplacementPolicy", `"Failed"`, `"TerminatingOrFailed"`, `"Other"`},
	{"spec.managedBy", `"example.com/a"`, `"kubernetes.io/job-controller"`, `"a"`, `""`, `"example.com/` + strings.Repeat("a", 60) + `"`},
	{"spec.manualSelector", `true`, `false`, `"true"`},
	{"spec.selector", `{}`, `{"matchLabels": {"app": "job"}}`, `{"matchLabels": {"app": "other"}}`, `{"matchLabels": {"job-name": "job"}}`, `{"matchLabels": {"controller-uid": "other"}}`,
		`{"matchLabels": {"a b": "c"}}`, `{"matchExpressions": [{"key": "app", "operator": "In"}]}`, `{"matchExpressions": [{"key": "app", "operator": "Is", "values": ["job"]}]}`,
		`{"matchLabels": {"app": "job"}, "matchExpressions": [{"key": "app", "operator": "Exists", "values": ["job"]}]}`},
	{"spec.podFailurePolicy", `{}`, `{"rules": []}`, `{"rules": [{}]}`, `{"rules": [{"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]}]}`,
		`{"rules": [{"action": "Stop", "onPodConditions": [{"type": "a b", "status": "Maybe"}]}]}`,
		`{"rules": [{"action": "FailIndex", "onExitCodes": {"operator": "In", "values": [1]}}]}`,
		`{"rules": [{"action": "FailJob", "onExitCodes": {"operator": "NotIn", "values": [0, 3, 1, 3]}}]}`,
		`{"rules": [{"action": "FailJob", "onExitCodes": {"containerName": "other", "operator": "In", "values": [0]}}]}`,
		`{"rules": [{"action": "Count", "onExitCodes": {"containerName": "main", "operator": "Is", "values": []}, "onPodConditions": [{"type": "A", "status": "True"}]}]}`},
	{"spec.successPolicy", `{}`, `{"rules": []}`, `{"rules": [{}]}`, `{"rules": [{"succeededCount": 1}]}`, `{"rules": [{"succeededIndexes": "0,1-2"}]}`, `{"rules": [{"succeededIndexes": "2,1", "succeededCount": -1}]}`,
		`{"rules": [{"succeededIndexes": "0", "succeededCount": 5}]}`, `{"rules": [{"succeededIndexes": "x"}]}`},
	{"spec.scheduling", `{}`, `{"schedulingPolicy": {"gang": {"minCount": 0}}}`},
	{"spec.foo", `1`, `null`},
	{"spec.autoSelector", `true`},
	{"status", `{"active": -1}`, `{"foo": 1}`},
	{"spec.template.metadata", `{"name": "a b"}`, `{"generateName": "A"}`, `{"finalizers": ["a"]}`, `{"namespace": "other", "creationTimestamp": null}`, `{"uid": "a"}`},
	{"spec.template.metadata.labels", `{}`, `null`, `{"a b": "c"}`, `{"a": "b c"}`, `{"job-name": "other"}`, `{"job-name": "job"}`, `{"controller-uid": "other"}`,
		`{"batch.kubernetes.io/controller-uid": "other", "batch.kubernetes.io/job-name": "job"}`},
	{"spec.template.metadata.annotations", `{"a b": ""}`, `{"container.apparmor.security.beta.kubernetes.io/main": "runtime/default"}`, `{"container.apparmor.security.beta.kubernetes.io/main": "other"}`,
		`{"container.apparmor.security.beta.kubernetes.io/other": "unconfined"}`, `{"seccomp.security.alpha.kubernetes.io/pod": "other"}`, `{"kubernetes.io/config.mirror": ""}`},
}
