package podtemplate

import (
	"fmt"
	"math"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

var (
	restartPolicies = []corev1.RestartPolicy{
		corev1.RestartPolicyAlways,
		corev1.RestartPolicyOnFailure,
		corev1.RestartPolicyNever,
	}
	dnsPolicies = []corev1.DNSPolicy{
		corev1.DNSClusterFirstWithHostNet,
		corev1.DNSClusterFirst,
		corev1.DNSDefault,
		corev1.DNSNone,
	}
	preemptionPolicies = []corev1.PreemptionPolicy{corev1.PreemptLowerPriority, corev1.PreemptNever}
)

// restartPolicy checks the restart policy. That a Job can't have Always is a rule of the Job.
func (c *checker) restartPolicy(path *fieldpath.Path, policy corev1.RestartPolicy) {
	c.add(enum.ValidateRequired(path, policy, restartPolicies)...)
}

func (c *checker) dnsPolicy(path *fieldpath.Path, policy corev1.DNSPolicy) {
	c.add(enum.ValidateRequired(path, policy, dnsPolicies)...)
}

func (c *checker) preemptionPolicy(path *fieldpath.Path, policy *corev1.PreemptionPolicy) {
	if policy != nil {
		c.add(enum.ValidateRequired(path, *policy, preemptionPolicies)...)
	}
}

func (c *checker) activeDeadlineSeconds(path *fieldpath.Path, seconds *int64) {
	if seconds != nil && (*seconds < 1 || *seconds > math.MaxInt32) {
		c.add(field.Invalid(path.Field(), *seconds, "must be from 1 to 2147483647"))
	}
}

// terminationGracePeriodSeconds checks that the grace period is set. Any number is valid: the API
// server raises negative ones to 1 when it creates the pod.
func (c *checker) terminationGracePeriodSeconds(path *fieldpath.Path, seconds *int64) {
	if seconds == nil {
		c.add(field.Required(path.Field(), "must be set"))
	}
}

// maxHostname is the length of the longest hostname of Linux.
const maxHostname = 64

// hostname checks the hostname of the pod at path, and its name in DNS.
func (c *checker) hostname(path *fieldpath.Path) {
	c.dnsLabel(path, "hostname", c.spec.Hostname)
	c.dnsLabel(path, "subdomain", c.spec.Subdomain)
	if c.spec.HostnameOverride == nil {
		return
	}
	name := *c.spec.HostnameOverride
	p := path.Child("hostnameOverride")
	if c.spec.SetHostnameAsFQDN != nil && *c.spec.SetHostnameAsFQDN {
		c.add(field.Forbidden(p.Field(), "must not be set together with setHostnameAsFQDN"))
	}
	if c.spec.HostNetwork {
		c.add(field.Forbidden(p.Field(), "must not be set together with hostNetwork, which gives the pod the hostname of its node"))
	}
	if len(name) > maxHostname {
		c.add(field.TooLong(p.Field(), name, maxHostname))
	}
	c.invalid(p, name, names.DNS1123Subdomain(name))
}

// references checks the names of other objects in the pod at path.
func (c *checker) references(path *fieldpath.Path) {
	spec := c.spec
	c.dnsSubdomain(path, "nodeName", spec.NodeName)
	c.dnsSubdomain(path, "priorityClassName", spec.PriorityClassName)
	c.dnsSubdomain(path, "serviceAccountName", spec.ServiceAccountName)
	// kube-apiserver's errors use this name for the field serviceAccount.
	if alias := spec.DeprecatedServiceAccount; alias != spec.ServiceAccountName {
		c.add(field.Invalid(path.Field("deprecatedServiceAccount"), alias,
			fmt.Sprintf("must equal serviceAccountName, which is %q", spec.ServiceAccountName)))
	}
	c.optionalDNSSubdomain(path, "runtimeClassName", spec.RuntimeClassName)
}

func (c *checker) readinessGates(path *fieldpath.Path, list []corev1.PodReadinessGate) {
	for i := range list {
		c.invalid(path.Index(i).Child("conditionType"), string(list[i].ConditionType), names.QualifiedName(string(list[i].ConditionType)))
	}
}
