package podtemplate

import "github.com/jobapi/jobapi/internal/fieldpath"

// placement checks on which nodes the pod at path may run, and when.
func (c *checker) placement(path *fieldpath.Path) {
	affinity := path.Child("affinity")
	c.affinity(&affinity, c.spec.Affinity)
	tolerations := path.Child("tolerations")
	c.tolerations(&tolerations, c.spec.Tolerations)
	spread := path.Child("topologySpreadConstraints")
	c.topologySpreadConstraints(&spread, c.spec.TopologySpreadConstraints)
	gates := path.Child("schedulingGates")
	c.schedulingGates(&gates, c.spec.SchedulingGates)
}
