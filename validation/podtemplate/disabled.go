package podtemplate

import corev1 "k8s.io/api/core/v1"

// DropDisabledFields removes what kube-apiserver does not store with its feature gates as
// they are by default: the fields that [Coverage] calls Dropped, a lifecycle that had nothing
// else, and the annotations that once held init containers. It changes template in place, also
// behind pointers and in slices, but no map. template may be nil.
func DropDisabledFields(template *corev1.PodTemplateSpec) {
	if template == nil {
		return
	}
	template.Annotations = withoutDropped(template.Annotations)
	spec := &template.Spec
	spec.EvictionResponders = nil
	spec.SchedulingGroup = nil
	for i := range containerCount(spec) {
		dropFromContainer(containerAt(spec, i))
	}
	for i := range spec.Volumes {
		dropFromVolume(&spec.Volumes[i].VolumeSource)
	}
}

func dropFromContainer(container *corev1.Container) {
	for i := range container.VolumeMounts {
		container.VolumeMounts[i].BindMountOptions = nil
	}
	for _, probe := range [...]*corev1.Probe{container.LivenessProbe, container.ReadinessProbe, container.StartupProbe} {
		if probe != nil && probe.HTTPGet != nil {
			probe.HTTPGet.Protocol = nil
		}
		if probe != nil && probe.GRPC != nil {
			probe.GRPC.Mode = nil
		}
	}
	l := container.Lifecycle
	if l == nil {
		return
	}
	for _, hook := range [...]*corev1.LifecycleHandler{l.PostStart, l.PreStop} {
		if hook != nil && hook.HTTPGet != nil {
			hook.HTTPGet.Protocol = nil
		}
	}
	if l.StopSignal != nil {
		l.StopSignal = nil
		if *l == (corev1.Lifecycle{}) {
			container.Lifecycle = nil
		}
	}
}

func dropFromVolume(s *corev1.VolumeSource) {
	if s.EmptyDir != nil {
		s.EmptyDir.Mode = nil
	}
	if s.Secret != nil {
		s.Secret.DefaultUser = nil
		dropKeyUsers(s.Secret.Items)
	}
	if s.ConfigMap != nil {
		s.ConfigMap.DefaultUser = nil
		dropKeyUsers(s.ConfigMap.Items)
	}
	if s.DownwardAPI != nil {
		s.DownwardAPI.DefaultUser = nil
		dropFieldUsers(s.DownwardAPI.Items)
	}
	if s.Projected != nil {
		s.Projected.DefaultUser = nil
		for i := range s.Projected.Sources {
			dropFromProjection(&s.Projected.Sources[i])
		}
	}
}

func dropFromProjection(s *corev1.VolumeProjection) {
	if s.Secret != nil {
		dropKeyUsers(s.Secret.Items)
	}
	if s.ConfigMap != nil {
		dropKeyUsers(s.ConfigMap.Items)
	}
	if s.DownwardAPI != nil {
		dropFieldUsers(s.DownwardAPI.Items)
	}
	if s.ServiceAccountToken != nil {
		s.ServiceAccountToken.User = nil
	}
	if s.ClusterTrustBundle != nil {
		s.ClusterTrustBundle.User = nil
	}
	if s.PodCertificate != nil {
		s.PodCertificate.User = nil
	}
}

func dropKeyUsers(items []corev1.KeyToPath) {
	for i := range items {
		items[i].User = nil
	}
}

func dropFieldUsers(items []corev1.DownwardAPIVolumeFile) {
	for i := range items {
		items[i].User = nil
	}
}
