package apiserver

import "testing"

// TestServerWithWorkloads compares spec.scheduling with a server that has the feature turned on, as
// jobapi's validation assumes. By default servers drop the field.
func TestServerWithWorkloads(t *testing.T) {
	s := start(t, "--feature-gates=GenericWorkload=true,WorkloadWithJob=true")
	s.workloads = true
	all := newTally()
	namespace := s.namespace(t)
	for _, job := range jobs(t, testdata+"valid/train-model.yaml") {
		d := document{inJSON, encode(t, job)}
		if _, ok := s.verdict(t, d, all); !ok {
			t.Errorf("%s is refused", job.Name)
			continue
		}
		s.store(t, namespace, d, all)
		for _, c := range table("spec.scheduling", schedulingChanges) {
			t.Run(c.String(), func(t *testing.T) {
				changed := toDocument(t, c.apply(t, tree(t, d.data)))
				if _, ok := s.verdict(t, changed, all); ok {
					s.store(t, s.namespace(t), changed, all)
				}
			})
		}
	}
	all.report(t, accepted, stored, refused, unread)
}

// schedulingChanges are paths in spec.scheduling, each with values to try.
var schedulingChanges = [][]string{
	{"", `null`, `{}`, `[]`},
	{".schedulingPolicy", `null`, `{}`, `{"basic": {}}`, `{"basic": {}, "gang": {"minCount": 1}}`, `{"gang": {}}`},
	{".schedulingPolicy.gang.minCount", `-1`, `0`, `1`, `9`, `1.5`},
	{".schedulingConstraints", `{}`, `{"topology": []}`},
	{".schedulingConstraints.topology.0.key", `""`, `"zone"`, `"a b"`},
	{".schedulingConstraints.topology.1", `{"key": "zone"}`, `{}`},
	{".disruptionMode", `{}`, `{"single": {}}`, `{"single": {}, "all": {}}`},
	{".resourceClaims", `[]`, `[{}]`, `[{"name": "a"}]`, `[{"name": "A b", "resourceClaimName": "A b"}]`, `[{"name": "a", "resourceClaimName": "b", "resourceClaimTemplateName": "c"}]`},
	{".resourceClaims.1", `{"name": "fabric", "resourceClaimName": "a"}`, `{"name": "other", "resourceClaimName": "a"}`},
	{".foo", `1`},
}
