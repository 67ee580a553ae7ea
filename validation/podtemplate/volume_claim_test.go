package podtemplate

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func validClaim() *corev1.PersistentVolumeClaimTemplate {
	return &corev1.PersistentVolumeClaimTemplate{Spec: corev1.PersistentVolumeClaimSpec{
		AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
		Resources: corev1.VolumeResourceRequirements{
			Requests: corev1.ResourceList{corev1.ResourceStorage: resource.MustParse("1Gi")},
		},
		VolumeMode: new(corev1.PersistentVolumeFilesystem),
	}}
}

// claimMeta adds an ephemeral volume called data whose claim has the metadata.
func claimMeta(meta metav1.ObjectMeta) func(*corev1.PodTemplateSpec) {
	claim := validClaim()
	claim.ObjectMeta = meta
	return volume(corev1.VolumeSource{Ephemeral: &corev1.EphemeralVolumeSource{VolumeClaimTemplate: claim}})
}

// claimSpec adds an ephemeral volume called data and changes the spec of its claim.
func claimSpec(change func(*corev1.PersistentVolumeClaimSpec)) func(*corev1.PodTemplateSpec) {
	claim := validClaim()
	change(&claim.Spec)
	return volume(corev1.VolumeSource{Ephemeral: &corev1.EphemeralVolumeSource{VolumeClaimTemplate: claim}})
}

func TestEphemeralVolume(t *testing.T) {
	runRules(t, []ruleTest{
		{name: "claim", change: claimSpec(func(*corev1.PersistentVolumeClaimSpec) {})},
		{name: "no claim", change: volume(corev1.VolumeSource{Ephemeral: &corev1.EphemeralVolumeSource{}}),
			want: field.ErrorList{field.Required(inVolume("ephemeral.volumeClaimTemplate"), "must be set")}},
	})
}

func TestClaimMeta(t *testing.T) {
	path := inVolume("ephemeral.volumeClaimTemplate.metadata")
	const forbidden = "must not be set: only labels and annotations are copied into the claim"
	runRules(t, []ruleTest{
		{name: "labels and annotations", change: claimMeta(metav1.ObjectMeta{
			Labels: map[string]string{"a": "b"}, Annotations: map[string]string{"Example.com/a": "any thing"}})},
		{name: "bad label", change: claimMeta(metav1.ObjectMeta{Labels: map[string]string{"-": "-"}}),
			want: field.ErrorList{
				badLabelKey(path.Child("labels")),
				badLabelValue(path.Child("labels")),
			}},
		{name: "bad annotation", change: claimMeta(metav1.ObjectMeta{Annotations: map[string]string{"-": ""}}),
			want: field.ErrorList{field.Invalid(path.Child("annotations"), "-", notAKey)}},
		{name: "annotations too long", change: claimMeta(metav1.ObjectMeta{Annotations: map[string]string{"a": strings.Repeat("a", 256<<10)}}),
			want: field.ErrorList{field.TooLong(path.Child("annotations"), "", 256<<10)}},
		{name: "name", change: claimMeta(metav1.ObjectMeta{Name: "a"}),
			want: field.ErrorList{field.Forbidden(path.Child("name"), forbidden)}},
		{name: "finalizers that are empty", change: claimMeta(metav1.ObjectMeta{Finalizers: []string{}}),
			want: field.ErrorList{field.Forbidden(path.Child("finalizers"), forbidden)}},
	})
}

// Every field of the metadata is either checked or forbidden. This includes future fields.
func TestClaimMetaHasNoOtherFields(t *testing.T) {
	meta := reflect.TypeFor[metav1.ObjectMeta]()
	for i := range meta.NumField() {
		name := meta.Field(i).Name
		if slices.Contains([]string{"Labels", "Annotations"}, name) {
			continue
		}
		var object metav1.ObjectMeta
		value := reflect.ValueOf(&object).Elem().Field(i)
		switch value.Kind() {
		case reflect.String:
			value.SetString("a")
		case reflect.Int64:
			value.SetInt(1)
		case reflect.Pointer:
			value.Set(reflect.New(value.Type().Elem()))
		case reflect.Slice:
			value.Set(reflect.MakeSlice(value.Type(), 0, 0))
		default:
			value.Set(reflect.ValueOf(metav1.NewTime(time.Unix(0, 0))))
		}
		var c checker
		c.claimMeta(nil, &object)
		if len(c.errs) != 1 || c.errs[0].Type != field.ErrorTypeForbidden || !strings.EqualFold(c.errs[0].Field, name) {
			t.Errorf("%s: got %v, want Forbidden", name, c.errs)
		}
	}
}

func TestClaimSpec(t *testing.T) {
	path := inVolume("ephemeral.volumeClaimTemplate.spec")
	modes := func(modes ...corev1.PersistentVolumeAccessMode) func(*corev1.PodTemplateSpec) {
		return claimSpec(func(spec *corev1.PersistentVolumeClaimSpec) { spec.AccessModes = modes })
	}
	size := func(size string) func(*corev1.PodTemplateSpec) {
		return claimSpec(func(spec *corev1.PersistentVolumeClaimSpec) {
			spec.Resources.Requests = corev1.ResourceList{corev1.ResourceStorage: resource.MustParse(size)}
		})
	}
	runRules(t, []ruleTest{
		{name: "several access modes", change: modes(corev1.ReadWriteOnce, corev1.ReadOnlyMany, corev1.ReadWriteMany)},
		{name: "one pod", change: modes(corev1.ReadWriteOncePod)},
		{name: "no access mode", change: modes(),
			want: field.ErrorList{field.Required(path.Child("accessModes"), "needs at least one")}},
		{name: "no such access mode, beside one pod", change: modes(corev1.ReadWriteOncePod, "ReadTwice"),
			want: field.ErrorList{field.NotSupported(path.Child("accessModes"), corev1.PersistentVolumeAccessMode("ReadTwice"), accessModes)}},
		{name: "one pod and many", change: modes(corev1.ReadWriteOncePod, corev1.ReadWriteMany),
			want: field.ErrorList{field.Forbidden(path.Child("accessModes"), "ReadWriteOncePod can't be combined with other access modes")}},
		{name: "bad selector", change: claimSpec(func(spec *corev1.PersistentVolumeClaimSpec) {
			spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"-": ""}}
		}),
			want: field.ErrorList{badLabelKey(path.Child("selector", "matchLabels"))}},
		{name: "no size", change: claimSpec(func(spec *corev1.PersistentVolumeClaimSpec) { spec.Resources.Requests = nil }),
			want: field.ErrorList{field.Required(path.Child("resources").Key("storage"), "must be set to the requested size")}},
		{name: "a byte", change: size("1")},
		{name: "zero bytes", change: size("0"),
			want: field.ErrorList{field.Invalid(path.Child("resources").Key("storage"), "0", "must be greater than zero")}},
		{name: "classes", change: claimSpec(func(spec *corev1.PersistentVolumeClaimSpec) {
			spec.StorageClassName, spec.VolumeAttributesClassName = new("a.b"), new("")
		})},
		{name: "bad classes", change: claimSpec(func(spec *corev1.PersistentVolumeClaimSpec) {
			spec.StorageClassName, spec.VolumeAttributesClassName = new("-"), new("-")
		}),
			want: field.ErrorList{
				field.Invalid(path.Child("storageClassName"), "-", notASubdomain),
				field.Invalid(path.Child("volumeAttributesClassName"), "-", notASubdomain),
			}},
		{name: "block device", change: claimSpec(func(spec *corev1.PersistentVolumeClaimSpec) { spec.VolumeMode = new(corev1.PersistentVolumeBlock) })},
		{name: "no such volume mode", change: claimSpec(func(spec *corev1.PersistentVolumeClaimSpec) {
			spec.VolumeMode = new(corev1.PersistentVolumeMode("Tape"))
		}),
			want: field.ErrorList{field.NotSupported(path.Child("volumeMode"), corev1.PersistentVolumeMode("Tape"), volumeModes)}},
	})
}

func TestDataSources(t *testing.T) {
	path := inVolume("ephemeral.volumeClaimTemplate.spec")
	const (
		claim   = "PersistentVolumeClaim"
		noGroup = "must be PersistentVolumeClaim unless apiGroup is set"
	)
	sources := func(source *corev1.TypedLocalObjectReference, ref *corev1.TypedObjectReference) func(*corev1.PodTemplateSpec) {
		return claimSpec(func(spec *corev1.PersistentVolumeClaimSpec) { spec.DataSource, spec.DataSourceRef = source, ref })
	}
	runRules(t, []ruleTest{
		{name: "a claim", change: sources(&corev1.TypedLocalObjectReference{Kind: claim, Name: "a"}, nil)},
		{name: "a snapshot, both ways", change: sources(
			&corev1.TypedLocalObjectReference{APIGroup: new("a.b"), Kind: "Snapshot", Name: "a"},
			&corev1.TypedObjectReference{APIGroup: new("a.b"), Kind: "Snapshot", Name: "a"})},
		{name: "a claim of another namespace", change: sources(nil, &corev1.TypedObjectReference{Kind: claim, Name: "a", Namespace: new("b")})},
		{name: "nothing set", change: sources(&corev1.TypedLocalObjectReference{}, &corev1.TypedObjectReference{}),
			want: field.ErrorList{
				field.Required(path.Child("dataSource", "name"), "must be set"),
				field.Required(path.Child("dataSource", "kind"), "must be set"),
				field.Invalid(path.Child("dataSource"), "", noGroup),
				field.Required(path.Child("dataSourceRef", "name"), "must be set"),
				field.Required(path.Child("dataSourceRef", "kind"), "must be set"),
				field.Invalid(path.Child("dataSourceRef"), "", noGroup),
			}},
		{name: "bad group and namespace", change: sources(nil,
			&corev1.TypedObjectReference{APIGroup: new("-"), Kind: "Snapshot", Name: "a", Namespace: new("-")}),
			want: field.ErrorList{
				field.Invalid(path.Child("dataSourceRef", "apiGroup"), "-", notASubdomain),
				field.Invalid(path.Child("dataSourceRef", "namespace"), "-", notALabel),
			}},
		{name: "two that differ", change: sources(
			&corev1.TypedLocalObjectReference{Kind: claim, Name: "a"}, &corev1.TypedObjectReference{Kind: claim, Name: "b"}),
			want: field.ErrorList{field.Invalid(path, "dataSource", "must equal dataSourceRef")}},
		{name: "two whose groups are written differently", change: sources(
			&corev1.TypedLocalObjectReference{Kind: claim, Name: "a"}, &corev1.TypedObjectReference{APIGroup: new(""), Kind: claim, Name: "a"}),
			want: field.ErrorList{field.Invalid(path, "dataSource", "must equal dataSourceRef")}},
		{name: "two, one with a namespace", change: sources(
			&corev1.TypedLocalObjectReference{Kind: claim, Name: "a"}, &corev1.TypedObjectReference{Kind: claim, Name: "a", Namespace: new("b")}),
			want: field.ErrorList{field.Invalid(path, "dataSource", "must not be set if dataSourceRef has a namespace")}},
	})
}
