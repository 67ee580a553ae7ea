package podtemplate

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/containers"
)

// FeatureGates returns the feature gates of kube-apiserver that change which templates are valid
// or which fields are dropped, and whether this package takes them to be on. The values are the
// defaults of Kubernetes 1.37.
func FeatureGates() map[string]bool {
	return maps.Clone(featureGates)
}

var featureGates = map[string]bool{
	"AtomicWriteVolumeUserFields":                    false,
	"ClusterTrustBundleProjection":                   true,
	"ContainerRestartRules":                          true,
	"ContainerStopSignals":                           false,
	"DynamicResourceAllocation":                      true,
	"EmptyDirVolumeMode":                             false,
	"EnvFiles":                                       true,
	"EvictionRequestAPI":                             false,
	"GRPCContainerProbeTLS":                          false,
	"GenericWorkload":                                false,
	"H2CContainerProbe":                              false,
	"HostnameOverride":                               true,
	"ImageVolume":                                    true,
	"InPlacePodVerticalScaling":                      true,
	"MatchLabelKeysInPodAffinity":                    true,
	"MatchLabelKeysInPodTopologySpread":              true,
	"MatchLabelKeysInPodTopologySpreadSelectorMerge": true,
	"NodeInclusionPolicyInPodTopologySpread":         true,
	"PodCertificateRequest":                          true,
	"PodDeletionCost":                                true,
	"PodLevelResources":                              true,
	"ProcMountType":                                  true,
	"RecursiveReadOnlyMounts":                        true,
	"RelaxedEnvironmentVariableValidation":           true,
	"RestartAllContainersOnContainerExits":           true,
	"SELinuxChangePolicy":                            true,
	"StrictIPCIDRValidation":                         true,
	"SupplementalGroupsPolicy":                       true,
	"TaintTolerationComparisonOperators":             false,
	"UserNamespacesHostNetworkSupport":               false,
	"UserNamespacesSupport":                          true,
	"VolumeAttributesClass":                          true,
	"VolumeBindMountOptions":                         false,
}

// DropDisabledFields removes from template what kube-apiserver doesn't store with the default
// feature gates: the fields that [Coverage] calls Dropped, a lifecycle in which nothing else is
// set, and the annotations that once held init containers.
//
// It changes template in place, also behind pointers and in slices. It doesn't write into maps.
// It does nothing if template is nil. [DroppedFields] lists the fields that it removes.
//
// A volume with several sources is invalid. For such a volume, kube-apiserver removes fields of
// the first source only, while DropDisabledFields removes those of all sources.
func DropDisabledFields(template *corev1.PodTemplateSpec) {
	if template == nil {
		return
	}
	template.Annotations = withoutDropped(template.Annotations)
	d := dropper{clear: true}
	d.template(nil, template)
}

// DropDisabledFieldsUpdate is [DropDisabledFields] for a template at path that replaces old. Like
// kube-apiserver it keeps the fields of a feature that old uses. It returns the paths of the fields
// that it removed. old and path may be nil.
func DropDisabledFieldsUpdate(template, old *corev1.PodTemplateSpec, path *field.Path) []string {
	if template == nil {
		return nil
	}
	dropped := DroppedFields(template, path)
	if old == nil {
		DropDisabledFields(template)
		return paths(dropped)
	}
	template.Annotations = withoutDropped(template.Annotations)
	d := dropper{clear: true}
	for _, f := range DroppedFields(old, nil) {
		if !slices.Contains(d.keep, f.FeatureGate) {
			d.keep = append(d.keep, f.FeatureGate)
		}
	}
	d.template(nil, template)
	return paths(slices.DeleteFunc(dropped, func(f DroppedField) bool { return slices.Contains(d.keep, f.FeatureGate) }))
}

func paths(fields []DroppedField) []string {
	var list []string
	for _, f := range fields {
		list = append(list, f.Path)
	}
	return list
}

// DroppedField is a field of a template that kube-apiserver drops without a word.
type DroppedField struct {
	// Path leads to the field, with the indexes of lists:
	// spec.containers[1].livenessProbe.httpGet.protocol.
	Path string
	// FeatureGate is the gate that the field needs. It is off by default.
	FeatureGate string
}

// String returns a sentence that tells the user of the field about it.
func (f DroppedField) String() string {
	return "servers drop this field unless the feature gate " + f.FeatureGate + " is on; Kubernetes 1.37 has it off by default"
}

// DroppedFields returns the fields that template sets although kube-apiserver drops them with
// the default feature gates. path is where the template is, spec.template in a Job, and may be
// nil. DroppedFields returns nil if template is nil, and doesn't change it otherwise.
func DroppedFields(template *corev1.PodTemplateSpec, path *field.Path) []DroppedField {
	if template == nil {
		return nil
	}
	d := dropper{}
	d.template(fieldpath.From(path), template)
	return d.found
}

// dropper goes over the fields of a template that kube-apiserver drops while their feature gate
// is off. It either clears those that are set or collects them. Its methods are the one table of
// these fields: each call of pointerField or listField is a row with a path, a gate, and the
// field itself.
type dropper struct {
	clear bool
	keep  []string // gates whose fields are not cleared
	found []DroppedField
}

func (d *dropper) template(path *fieldpath.Path, template *corev1.PodTemplateSpec) {
	d.podSpec(path.Child("spec"), &template.Spec)
}

func (d *dropper) podSpec(path *fieldpath.Path, spec *corev1.PodSpec) {
	listField(d, path.Child("evictionResponders"), "EvictionRequestAPI", &spec.EvictionResponders)
	pointerField(d, path.Child("schedulingGroup"), "GenericWorkload", &spec.SchedulingGroup)
	for n := range containers.Count(spec) {
		kind, i := containers.Position(spec, n)
		d.container(path.Child(kind).Index(i), containers.At(spec, n))
	}
	for i := range spec.Volumes {
		d.volume(path.Child("volumes").Index(i), &spec.Volumes[i].VolumeSource)
	}
}

func (d *dropper) container(path *fieldpath.Path, container *corev1.Container) {
	for i := range container.VolumeMounts {
		mount := path.Child("volumeMounts").Index(i)
		listField(d, mount.Child("bindMountOptions"), "VolumeBindMountOptions", &container.VolumeMounts[i].BindMountOptions)
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
		pointerField(d, path.Child("grpc").Child("mode"), "GRPCContainerProbeTLS", &probe.GRPC.Mode)
	}
}

func (d *dropper) httpGet(path *fieldpath.Path, get *corev1.HTTPGetAction) {
	if get != nil {
		pointerField(d, path.Child("protocol"), "H2CContainerProbe", &get.Protocol)
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
	pointerField(d, path.Child("stopSignal"), "ContainerStopSignals", &l.StopSignal)
	if hadSignal && *l == (corev1.Lifecycle{}) {
		*lifecycle = nil
	}
}

// volumeUsers is the gate of the users that own the files of a volume.
const volumeUsers = "AtomicWriteVolumeUserFields"

func (d *dropper) volume(path *fieldpath.Path, source *corev1.VolumeSource) {
	if s := source.EmptyDir; s != nil {
		pointerField(d, path.Child("emptyDir").Child("mode"), "EmptyDirVolumeMode", &s.Mode)
	}
	if s := source.Secret; s != nil {
		secret := path.Child("secret")
		pointerField(d, secret.Child("defaultUser"), volumeUsers, &s.DefaultUser)
		d.keys(secret, s.Items)
	}
	if s := source.ConfigMap; s != nil {
		configMap := path.Child("configMap")
		pointerField(d, configMap.Child("defaultUser"), volumeUsers, &s.DefaultUser)
		d.keys(configMap, s.Items)
	}
	if s := source.DownwardAPI; s != nil {
		downward := path.Child("downwardAPI")
		pointerField(d, downward.Child("defaultUser"), volumeUsers, &s.DefaultUser)
		d.podFields(downward, s.Items)
	}
	if s := source.Projected; s != nil {
		projected := path.Child("projected")
		pointerField(d, projected.Child("defaultUser"), volumeUsers, &s.DefaultUser)
		for i := range s.Sources {
			d.projection(projected.Child("sources").Index(i), &s.Sources[i])
		}
	}
}

func (d *dropper) projection(path *fieldpath.Path, source *corev1.VolumeProjection) {
	if s := source.Secret; s != nil {
		d.keys(path.Child("secret"), s.Items)
	}
	if s := source.ConfigMap; s != nil {
		d.keys(path.Child("configMap"), s.Items)
	}
	if s := source.DownwardAPI; s != nil {
		d.podFields(path.Child("downwardAPI"), s.Items)
	}
	if s := source.ServiceAccountToken; s != nil {
		pointerField(d, path.Child("serviceAccountToken").Child("user"), volumeUsers, &s.User)
	}
	if s := source.ClusterTrustBundle; s != nil {
		pointerField(d, path.Child("clusterTrustBundle").Child("user"), volumeUsers, &s.User)
	}
	if s := source.PodCertificate; s != nil {
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

func pointerField[T any](d *dropper, path *fieldpath.Path, gate string, p **T) {
	switch {
	case *p == nil:
	case d.clear && slices.Contains(d.keep, gate):
	case d.clear:
		*p = nil
	default:
		d.found = append(d.found, DroppedField{path.Field().String(), gate})
	}
}

// listField clears an empty list, too, but doesn't count it as set.
func listField[T any](d *dropper, path *fieldpath.Path, gate string, list *[]T) {
	switch {
	case *list == nil:
	case d.clear && slices.Contains(d.keep, gate):
	case d.clear:
		*list = nil
	case len(*list) > 0:
		d.found = append(d.found, DroppedField{path.Field().String(), gate})
	}
}

// droppedFields returns the fields that [Coverage] calls Dropped, by their paths without indexes.
// It reads them off a template in which everything is set.
var droppedFields = sync.OnceValue(func() []DroppedField {
	var template corev1.PodTemplateSpec
	setAll(reflect.ValueOf(&template.Spec).Elem())
	// One of three kinds of containers speaks for all.
	template.Spec.InitContainers, template.Spec.EphemeralContainers = nil, nil
	list := DroppedFields(&template, nil)
	for i := range list {
		list[i].Path = strings.ReplaceAll(list[i].Path, "[0]", "")
	}
	return list
})

// setAll sets all pointers below v and gives every list one element.
func setAll(v reflect.Value) {
	switch {
	case !v.CanSet():
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		setAll(v.Elem())
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		setAll(v.Index(0))
	case v.Kind() == reflect.Struct:
		for _, f := range v.Fields() {
			setAll(f)
		}
	}
}
