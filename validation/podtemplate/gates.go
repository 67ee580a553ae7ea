package podtemplate

import (
	"maps"
	"reflect"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/features"
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

// Options are the choices that the rules leave to the caller. The zero value is the default.
type Options struct {
	// Features are the release and the feature gates of the server whose rules apply. The zero
	// value is Kubernetes 1.37 with default gates.
	Features features.Set
}

// DropDisabledFields removes from template what kube-apiserver doesn't store with the default
// feature gates: the fields that [Coverage] calls Dropped, a lifecycle in which nothing else is
// set, and the annotations that once held init containers.
//
// It changes template in place, also behind pointers and in slices. It doesn't write into maps.
// It does nothing if template is nil. [DroppedFields] lists the fields that it removes.
//
// A volume with several sources is invalid. For such a volume, kube-apiserver removes fields of
// the first source only, while DropDisabledFields removes those of all sources. [DropWith] does
// what the server does.
func DropDisabledFields(template *corev1.PodTemplateSpec) {
	if template == nil {
		return
	}
	template.Annotations = withoutDropped(template.Annotations)
	d := dropper{drop: disabled(features.Set{}), everySource: true, clear: true}
	d.template(nil, template)
}

// DropWith removes from the template at path what the server with opts doesn't store: the fields
// that its release doesn't have, those of features that are off, and the annotations that once
// held init containers. It returns the fields that it removed. Some leave a rest: a disabled
// procMount becomes Default, and an environment variable keeps an empty valueFrom.
//
// old is the template that is replaced, as the server has stored it, or nil. The fields of a
// feature that it uses stay, as far as the release has them.
//
// DropWith changes template in place, also behind pointers and in slices. It doesn't change old,
// and it doesn't write into maps. It does nothing if template is nil. path may be nil.
func DropWith(template, old *corev1.PodTemplateSpec, path *field.Path, opts Options) []DroppedField {
	if template == nil {
		return nil
	}
	template.Annotations = withoutDropped(template.Annotations)
	d := dropper{drop: disabled(opts.Features), unknown: unknown(opts.Features), clear: true, collect: true}
	d.noUserAnnotations = opts.Features.Minor() < firstWithUserAnnotations
	if old != nil {
		use := dropper{drop: d.drop}
		use.template(nil, old)
		d.drop &^= use.used
	}
	d.drop |= d.unknown
	d.template(fieldpath.From(path), template)
	return d.found
}

// DropUnknown removes from template the fields that the release of opts doesn't have. A server
// doesn't see them in an object that it has stored. DropUnknown changes template like [DropWith].
// It does nothing if template is nil.
func DropUnknown(template *corev1.PodTemplateSpec, opts Options) {
	if template == nil {
		return
	}
	d := dropper{unknown: unknown(opts.Features), clear: true}
	d.noUserAnnotations = opts.Features.Minor() < firstWithUserAnnotations
	d.drop = d.unknown
	if d.drop != 0 {
		d.template(nil, template)
	}
}

// DroppedField is a field of a template that kube-apiserver drops without a word.
type DroppedField struct {
	// Path leads to the field, with the indexes of lists:
	// spec.containers[1].livenessProbe.httpGet.protocol.
	Path string
	// FeatureGate is the gate that the field needs, which is off. It is empty if the release
	// doesn't have the field at all.
	FeatureGate string
}

// String returns a sentence that tells the user of the field about it.
func (f DroppedField) String() string {
	if f.FeatureGate == "" {
		return "servers of this release drop this field: it is newer than the release"
	}
	s := "servers drop this field unless the feature gate " + f.FeatureGate + " is on"
	if !featureGates[f.FeatureGate] {
		s += "; Kubernetes 1.37 has it off by default"
	}
	return s
}

// DroppedFields returns the fields that template sets although kube-apiserver drops them with
// the default feature gates. path is where the template is, spec.template in a Job, and may be
// nil. DroppedFields returns nil if template is nil, and doesn't change it otherwise.
func DroppedFields(template *corev1.PodTemplateSpec, path *field.Path) []DroppedField {
	if template == nil {
		return nil
	}
	d := dropper{drop: disabled(features.Set{}), everySource: true, collect: true}
	d.template(fieldpath.From(path), template)
	return d.found
}

// gateSet is a set of feature gates, of which there are fewer than 64.
type gateSet uint64

func (s gateSet) has(gate features.Gate) bool { return s>>gate&1 == 1 }

func setOf(gates ...features.Gate) (s gateSet) {
	for _, gate := range gates {
		s |= 1 << gate
	}
	return s
}

// droppingGates are the gates whose fields are dropped while they are off. Gates that every known
// release has locked aren't among them.
var droppingGates = []features.Gate{
	features.AtomicWriteVolumeUserFields,
	features.ClusterTrustBundleProjection,
	features.ContainerRestartRules,
	features.ContainerStopSignals,
	features.DynamicResourceAllocation,
	features.EmptyDirVolumeMode,
	features.EnvFiles,
	features.EvictionRequestAPI,
	features.GRPCContainerProbeTLS,
	features.GenericWorkload,
	features.H2CContainerProbe,
	features.HostnameOverride,
	features.ImageVolume,
	features.InPlacePodVerticalScaling,
	features.MatchLabelKeysInPodTopologySpread,
	features.PodCertificateRequest,
	features.PodLevelResources,
	features.ProcMountType,
	features.SELinuxChangePolicy,
	features.SupplementalGroupsPolicy,
	features.UserNamespacesSupport,
	features.VolumeBindMountOptions,
}

// disabled returns the droppingGates that are off.
func disabled(set features.Set) (off gateSet) {
	for _, gate := range droppingGates {
		if !set.Enabled(gate) {
			off |= 1 << gate
		}
	}
	return off
}

// The first minor versions that have some fields.
const (
	firstWithUserAnnotations = 35 // podCertificate.userAnnotations
	firstWithSchedulingGroup = 36
	firstWithNewestFields    = 37
)

// newestFields are the gates of the fields that came with [firstWithNewestFields].
var newestFields = setOf(features.AtomicWriteVolumeUserFields, features.EmptyDirVolumeMode, features.EvictionRequestAPI,
	features.GRPCContainerProbeTLS, features.H2CContainerProbe, features.VolumeBindMountOptions)

// unknown returns the gates whose fields the release doesn't have.
func unknown(set features.Set) (gates gateSet) {
	if set.Minor() < firstWithNewestFields {
		gates |= newestFields
	}
	if set.Minor() < firstWithSchedulingGroup {
		gates |= 1 << features.GenericWorkload
	}
	return gates
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
