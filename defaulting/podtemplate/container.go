package podtemplate

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/defaulting/internal/unset"
)

// setContainer sets the defaults of a container of any kind.
func setContainer(c *corev1.Container) {
	if c.ImagePullPolicy == "" {
		c.ImagePullPolicy = pullPolicy(c.Image)
	}
	unset.Value(&c.TerminationMessagePath, corev1.TerminationMessagePathDefault)
	unset.Value(&c.TerminationMessagePolicy, corev1.TerminationMessageReadFile)
	for i := range c.Ports {
		unset.Value(&c.Ports[i].Protocol, corev1.ProtocolTCP)
	}
	for i := range c.Env {
		if from := c.Env[i].ValueFrom; from != nil {
			setFieldRef(from.FieldRef)
			if from.FileKeyRef != nil {
				unset.Pointer(&from.FileKeyRef.Optional, false)
			}
		}
	}
	setResources(&c.Resources)
	setProbe(c.LivenessProbe)
	setProbe(c.ReadinessProbe)
	setProbe(c.StartupProbe)
	if c.Lifecycle != nil {
		setHandler(c.Lifecycle.PostStart)
		setHandler(c.Lifecycle.PreStop)
	}
}

func setProbe(p *corev1.Probe) {
	if p == nil {
		return
	}
	unset.Value(&p.TimeoutSeconds, 1)
	unset.Value(&p.PeriodSeconds, 10)
	unset.Value(&p.SuccessThreshold, 1)
	unset.Value(&p.FailureThreshold, 3)
	setHTTPGet(p.HTTPGet)
	if p.GRPC != nil {
		unset.Pointer(&p.GRPC.Service, "")
	}
}

func setHandler(h *corev1.LifecycleHandler) {
	if h != nil {
		setHTTPGet(h.HTTPGet)
	}
}

func setHTTPGet(get *corev1.HTTPGetAction) {
	if get != nil {
		unset.Value(&get.Path, "/")
		unset.Value(&get.Scheme, corev1.URISchemeHTTP)
	}
}

func setFieldRef(ref *corev1.ObjectFieldSelector) {
	if ref != nil {
		unset.Value(&ref.APIVersion, "v1")
	}
}
