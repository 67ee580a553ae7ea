package podtemplate

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/features"
	"github.com/jobapi/jobapi/validation/internal/containers"
)

// dropper goes over the fields of a template that kube-apiserver drops while their feature gate
// is off. Its methods are the one table of these fields: each call of pointerField, listField or
// row is a row with a path, a gate, and the field itself.
type dropper struct {
	// drop are the gates whose fields are dropped. unknown are those of them whose fields the
	// release doesn't have.
	drop, unknown gateSet
	// noUserAnnotations drops userAnnotations, which have no gate of their own.
	noUserAnnotations bool
	// everySource visits all sources of an invalid volume that has several.
	everySource bool

	clear   bool // clears the fields
	collect bool // collects them in found
	found   []DroppedField
	// used are the gates in drop that the template uses.
	used gateSet
}

// row notes the field at path if it is set, and reports whether to clear it. uses says whether the
// template uses the feature because of it.
func (d *dropper) row(path *fieldpath.Path, gate features.Gate, set, uses bool) bool {
	if !d.drop.has(gate) {
		return false
	}
	if uses {
		d.used |= 1 << gate
	}
	if set && d.collect {
		f := DroppedField{Path: path.Field().String()}
		if !d.unknown.has(gate) {
			f.FeatureGate = gate.String()
		}
		d.found = append(d.found, f)
	}
	return d.clear
}

func pointerField[T any](d *dropper, path *fieldpath.Path, gate features.Gate, p **T) {
	if *p != nil && d.row(path, gate, true, true) {
		*p = nil
	}
}

// listField clears an empty list, too, but doesn't count it as set.
func listField[T any](d *dropper, path *fieldpath.Path, gate features.Gate, list *[]T) {
	if set := len(*list) > 0; *list != nil && d.row(path, gate, set, set) {
		*list = nil
	}
}

func (d *dropper) template(path *fieldpath.Path, template *corev1.PodTemplateSpec) {
	d.podSpec(path.Child("spec"), &template.Spec)
}

func (d *dropper) podSpec(path *fieldpath.Path, spec *corev1.PodSpec) {
	listField(d, path.Child("evictionResponders"), features.EvictionRequestAPI, &spec.EvictionResponders)
	pointerField(d, path.Child("schedulingGroup"), features.GenericWorkload, &spec.SchedulingGroup)
	pointerField(d, path.Child("hostUsers"), features.UserNamespacesSupport, &spec.HostUsers)
	pointerField(d, path.Child("hostnameOverride"), features.HostnameOverride, &spec.HostnameOverride)
	listField(d, path.Child("resourceClaims"), features.DynamicResourceAllocation, &spec.ResourceClaims)
	if r := spec.Resources; r != nil && d.row(path.Child("resources"), features.PodLevelResources, true, len(r.Requests)+len(r.Limits) > 0) {
		spec.Resources = nil
	}
	if sc := spec.SecurityContext; sc != nil {
		security := path.Child("securityContext")
		pointerField(d, security.Child("supplementalGroupsPolicy"), features.SupplementalGroupsPolicy, &sc.SupplementalGroupsPolicy)
		pointerField(d, security.Child("seLinuxChangePolicy"), features.SELinuxChangePolicy, &sc.SELinuxChangePolicy)
	}
	for i := range spec.TopologySpreadConstraints {
		keys := path.Child("topologySpreadConstraints").Index(i).Child("matchLabelKeys")
		listField(d, keys, features.MatchLabelKeysInPodTopologySpread, &spec.TopologySpreadConstraints[i].MatchLabelKeys)
	}
	for n := range containers.Count(spec) {
		kind, i := containers.Position(spec, n)
		d.container(path.Child(kind).Index(i), kind, containers.At(spec, n))
	}
	for i := range spec.Volumes {
		d.volume(path.Child("volumes").Index(i), &spec.Volumes[i].VolumeSource)
	}
	if d.drop.has(features.ImageVolume) {
		d.imageVolumes(path, spec)
	}
}

// container visits a container of the list called kind.
func (d *dropper) container(path *fieldpath.Path, kind string, container *corev1.Container) {
	isInit, isEphemeral := kind == "initContainers", kind == "ephemeralContainers"
	if list := &container.ResizePolicy; *list != nil &&
		d.row(path.Child("resizePolicy"), features.InPlacePodVerticalScaling, len(*list) > 0, len(*list) > 0 && !isEphemeral) {
		*list = nil
	}
	// A sidecar needs no gate.
	if policy := container.RestartPolicy; policy != nil && (!isInit || !isSidecar(container)) &&
		d.row(path.Child("restartPolicy"), features.ContainerRestartRules, true, !isEphemeral) {
		container.RestartPolicy = nil
	}
	if rules := container.RestartPolicyRules; rules != nil &&
		d.row(path.Child("restartPolicyRules"), features.ContainerRestartRules, len(rules) > 0, len(rules) > 0 && isInit) {
		container.RestartPolicyRules = nil
	}
	if claims := container.Resources.Claims; claims != nil &&
		d.row(path.Child("resources").Child("claims"), features.DynamicResourceAllocation, len(claims) > 0, false) {
		container.Resources.Claims = nil
	}
	if sc := container.SecurityContext; sc != nil && sc.ProcMount != nil && *sc.ProcMount != corev1.DefaultProcMount &&
		d.row(path.Child("securityContext").Child("procMount"), features.ProcMountType, true, true) {
		sc.ProcMount = new(corev1.DefaultProcMount)
	}
	for i := range container.Env {
		if from := container.Env[i].ValueFrom; from != nil {
			ref := path.Child("env").Index(i).Child("valueFrom").Child("fileKeyRef")
			pointerField(d, ref, features.EnvFiles, &from.FileKeyRef)
		}
	}
	for i := range container.VolumeMounts {
		mount := path.Child("volumeMounts").Index(i)
		listField(d, mount.Child("bindMountOptions"), features.VolumeBindMountOptions, &container.VolumeMounts[i].BindMountOptions)
	}
	d.probe(path.Child("livenessProbe"), container.LivenessProbe)
	d.probe(path.Child("readinessProbe"), container.ReadinessProbe)
	d.probe(path.Child("startupProbe"), container.StartupProbe)
	d.lifecycle(path.Child("lifecycle"), &container.Lifecycle)
}

func (d *dropper) probe(path *fieldpath.Path, probe *corev1.Probe) {
	if probe == nil {
		return
	}
	d.httpGet(path.Child("httpGet"), probe.HTTPGet)
	if probe.GRPC != nil {
		pointerField(d, path.Child("grpc").Child("mode"), features.GRPCContainerProbeTLS, &probe.GRPC.Mode)
	}
}

func (d *dropper) httpGet(path *fieldpath.Path, get *corev1.HTTPGetAction) {
	if get != nil {
		pointerField(d, path.Child("protocol"), features.H2CContainerProbe, &get.Protocol)
	}
}

// lifecycle clears *lifecycle if it had nothing but a stop signal, as kube-apiserver does.
func (d *dropper) lifecycle(path *fieldpath.Path, lifecycle **corev1.Lifecycle) {
	l := *lifecycle
	if l == nil {
		return
	}
	if l.PostStart != nil {
		d.httpGet(path.Child("postStart").Child("httpGet"), l.PostStart.HTTPGet)
	}
	if l.PreStop != nil {
		d.httpGet(path.Child("preStop").Child("httpGet"), l.PreStop.HTTPGet)
	}
	hadSignal := l.StopSignal != nil
	pointerField(d, path.Child("stopSignal"), features.ContainerStopSignals, &l.StopSignal)
	if hadSignal && *l == (corev1.Lifecycle{}) {
		*lifecycle = nil
	}
}

// volumeUsers is the gate of the users that own the files of a volume.
const volumeUsers = features.AtomicWriteVolumeUserFields

// everyUser reports whether to visit the users of every source of a volume or projection. A server
// that knows them visits the first source only.
func (d *dropper) everyUser() bool {
	return d.everySource || d.unknown.has(volumeUsers)
}

func (d *dropper) volume(path *fieldpath.Path, source *corev1.VolumeSource) {
	if s := source.EmptyDir; s != nil {
		pointerField(d, path.Child("emptyDir").Child("mode"), features.EmptyDirVolumeMode, &s.Mode)
	}
	projected := path.Child("projected")
	if source.Projected != nil {
		for i := range source.Projected.Sources {
			d.projectionSources(projected.Child("sources").Index(i), &source.Projected.Sources[i])
		}
	}
	first := true
	visits := func(set bool) bool {
		visit := set && (first || d.everyUser())
		first = first && !set
		return visit
	}
	if s := source.Secret; visits(s != nil) {
		secret := path.Child("secret")
		pointerField(d, secret.Child("defaultUser"), volumeUsers, &s.DefaultUser)
		d.keys(secret, s.Items)
	}
	if s := source.ConfigMap; visits(s != nil) {
		configMap := path.Child("configMap")
		pointerField(d, configMap.Child("defaultUser"), volumeUsers, &s.DefaultUser)
		d.keys(configMap, s.Items)
	}
	if s := source.DownwardAPI; visits(s != nil) {
		downward := path.Child("downwardAPI")
		pointerField(d, downward.Child("defaultUser"), volumeUsers, &s.DefaultUser)
		d.podFields(downward, s.Items)
	}
	if s := source.Projected; visits(s != nil) {
		pointerField(d, projected.Child("defaultUser"), volumeUsers, &s.DefaultUser)
		for i := range s.Sources {
			d.projectionUsers(projected.Child("sources").Index(i), &s.Sources[i])
		}
	}
}

// projectionSources visits the sources of a projection that are dropped as a whole, and the
// annotations of a certificate.
func (d *dropper) projectionSources(path *fieldpath.Path, source *corev1.VolumeProjection) {
	pointerField(d, path.Child("clusterTrustBundle"), features.ClusterTrustBundleProjection, &source.ClusterTrustBundle)
	pointerField(d, path.Child("podCertificate"), features.PodCertificateRequest, &source.PodCertificate)
	if s := source.PodCertificate; s != nil && d.noUserAnnotations && s.UserAnnotations != nil && d.clear {
		if d.collect && len(s.UserAnnotations) > 0 {
			d.found = append(d.found, DroppedField{Path: path.Child("podCertificate").Field("userAnnotations").String()})
		}
		s.UserAnnotations = nil
	}
}

// projectionUsers visits the users of the files of a projection.
func (d *dropper) projectionUsers(path *fieldpath.Path, source *corev1.VolumeProjection) {
	first := true
	visits := func(set bool) bool {
		visit := set && (first || d.everyUser())
		first = first && !set
		return visit
	}
	if s := source.Secret; visits(s != nil) {
		d.keys(path.Child("secret"), s.Items)
	}
	if s := source.DownwardAPI; visits(s != nil) {
		d.podFields(path.Child("downwardAPI"), s.Items)
	}
	if s := source.ConfigMap; visits(s != nil) {
		d.keys(path.Child("configMap"), s.Items)
	}
	if s := source.ServiceAccountToken; visits(s != nil) {
		pointerField(d, path.Child("serviceAccountToken").Child("user"), volumeUsers, &s.User)
	}
	if s := source.ClusterTrustBundle; visits(s != nil) {
		pointerField(d, path.Child("clusterTrustBundle").Child("user"), volumeUsers, &s.User)
	}
	if s := source.PodCertificate; visits(s != nil) {
		pointerField(d, path.Child("podCertificate").Child("user"), volumeUsers, &s.User)
	}
}

// keys visits the items of the Secret or ConfigMap at path.
func (d *dropper) keys(path *fieldpath.Path, items []corev1.KeyToPath) {
	for i := range items {
		pointerField(d, path.Child("items").Index(i).Child("user"), volumeUsers, &items[i].User)
	}
}

// podFields visits the items of the downward API source at path.
func (d *dropper) podFields(path *fieldpath.Path, items []corev1.DownwardAPIVolumeFile) {
	for i := range items {
		pointerField(d, path.Child("items").Index(i).Child("user"), volumeUsers, &items[i].User)
	}
}

// imageVolumes visits the volumes of images, and the mounts of volumes with their names. It drops
// whole elements of lists, so it comes last.
func (d *dropper) imageVolumes(path *fieldpath.Path, spec *corev1.PodSpec) {
	images := map[string]bool{}
	for i := range spec.Volumes {
		if spec.Volumes[i].Image != nil {
			images[spec.Volumes[i].Name] = true
			d.row(path.Child("volumes").Index(i), features.ImageVolume, true, true)
		}
	}
	if len(images) == 0 {
		return
	}
	for n := range containers.Count(spec) {
		kind, at := containers.Position(spec, n)
		mounts := &containers.At(spec, n).VolumeMounts
		isDropped := func(mount corev1.VolumeMount) bool { return images[mount.Name] }
		for i := range *mounts {
			if isDropped((*mounts)[i]) {
				d.row(path.Child(kind).Index(at).Child("volumeMounts").Index(i), features.ImageVolume, true, false)
			}
		}
		if d.clear {
			*mounts = without(*mounts, isDropped)
		}
	}
	if d.clear {
		spec.Volumes = without(spec.Volumes, func(volume corev1.Volume) bool { return volume.Image != nil })
	}
}

// without deletes elements of the list in place. It returns nil if none is left.
func without[T any](list []T, drop func(T) bool) []T {
	if list = slices.DeleteFunc(list, drop); len(list) == 0 {
		return nil
	}
	return list
}
