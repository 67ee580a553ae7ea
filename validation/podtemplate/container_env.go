package podtemplate

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/amount"
)

// env checks the variables of a container. Duplicate names are valid: the last one wins.
func (c *checker) env(path *fieldpath.Path, list []corev1.EnvVar) {
	for i := range list {
		variable := &list[i]
		p := path.Index(i)
		if name := p.Child("name"); variable.Name == "" {
			c.add(field.Required(name.Field(), "must be set"))
		} else {
			c.invalid(name, variable.Name, validation.IsRelaxedEnvVarName(variable.Name))
		}
		if variable.ValueFrom != nil {
			c.valueFrom(p.Child("valueFrom"), variable.ValueFrom, variable.Value)
		}
	}
}

// valueFrom checks the source of a variable. There must be exactly one, and no value beside it.
func (c *checker) valueFrom(path *fieldpath.Path, from *corev1.EnvVarSource, value string) {
	sources := 0
	if ref := from.FieldRef; ref != nil {
		sources++
		c.fieldRef(path.Child("fieldRef"), ref, fieldsInEnv)
	}
	if ref := from.ResourceFieldRef; ref != nil {
		sources++
		c.resourceFieldRef(path.Child("resourceFieldRef"), ref, false)
	}
	if ref := from.ConfigMapKeyRef; ref != nil {
		sources++
		c.keyRef(path.Child("configMapKeyRef"), ref.Name, ref.Key)
	}
	if ref := from.SecretKeyRef; ref != nil {
		sources++
		c.keyRef(path.Child("secretKeyRef"), ref.Name, ref.Key)
	}
	if ref := from.FileKeyRef; ref != nil {
		sources++
		c.fileKeyRef(path.Child("fileKeyRef"), ref)
	}
	switch {
	case sources == 0:
		c.add(field.Invalid(path.Field(), "", "needs a source: fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef or fileKeyRef"))
	case value != "":
		c.add(field.Invalid(path.Field(), "", "must not be set together with value"))
	case sources > 1:
		c.add(field.Invalid(path.Field(), "", "must have only one source"))
	}
}

// keyRef checks a reference to a key of a ConfigMap or Secret.
func (c *checker) keyRef(path *fieldpath.Path, name, key string) {
	c.invalid(path.Child("name"), name, names.DNS1123Subdomain(name))
	if p := path.Child("key"); key == "" {
		c.add(field.Required(p.Field(), "must be set"))
	} else {
		c.invalid(p, key, names.ConfigMapKey(key))
	}
}

// envFrom checks the ConfigMaps and Secrets whose keys become variables of a container.
func (c *checker) envFrom(path *fieldpath.Path, list []corev1.EnvFromSource) {
	for i := range list {
		from := &list[i]
		p := path.Index(i)
		if from.Prefix != "" {
			c.invalid(p.Child("prefix"), from.Prefix, validation.IsRelaxedEnvVarName(from.Prefix))
		}
		if ref := from.ConfigMapRef; ref != nil {
			c.envFromName(p.Child("configMapRef"), ref.Name)
		}
		if ref := from.SecretRef; ref != nil {
			c.envFromName(p.Child("secretRef"), ref.Name)
		}
		// As in kube-apiserver, the path has no index.
		if (from.ConfigMapRef == nil) == (from.SecretRef == nil) {
			c.add(field.Invalid(path.Field(), "", "each element needs either configMapRef or secretRef"))
		}
	}
}

// envFromName checks the name of a ConfigMap or Secret. Unlike elsewhere it may end with a dash,
// because kube-apiserver checks it as a prefix of a name.
func (c *checker) envFromName(path *fieldpath.Path, name string) {
	p := path.Child("name")
	switch {
	case name == "":
		c.add(field.Required(p.Field(), "must be set"))
	case names.DNS1123Subdomain(name) != nil:
		c.invalid(p, name, apivalidation.NameIsDNSSubdomain(name, true))
	}
}

// The fields that a fieldRef can name. A file of a volume is updated with the pod, so it may hold
// all labels; a variable keeps its value as long as its container.
var (
	fieldsInEnv = []string{
		"metadata.name",
		"metadata.namespace",
		"metadata.uid",
		"spec.nodeName",
		"spec.serviceAccountName",
		"status.hostIP",
		"status.hostIPs",
		"status.podIP",
		"status.podIPs",
	}
	fieldsInVolume = []string{
		"metadata.annotations",
		"metadata.labels",
		"metadata.name",
		"metadata.namespace",
		"metadata.uid",
	}
)

// fieldsOfPod are all fields of a pod that some reference can name. A reference that doesn't allow
// one of them is NotSupported; a reference to any other field is Invalid.
var fieldsOfPod = slices.Concat(fieldsInEnv, fieldsInVolume, []string{"spec.restartPolicy", "spec.schedulerName", "status.phase"})

// legacyNodeName is what early clients of v1 called spec.nodeName.
const legacyNodeName = "spec.host"

// fieldRef checks a reference to one of the allowed fields of the pod, or to a single label or
// annotation.
func (c *checker) fieldRef(path *fieldpath.Path, ref *corev1.ObjectFieldSelector, allowed []string) {
	switch {
	case ref.APIVersion == "":
		c.add(field.Required(path.Field("apiVersion"), "must be set"))
		return
	case ref.FieldPath == "":
		c.add(field.Required(path.Field("fieldPath"), "must be set"))
		return
	case ref.APIVersion != "v1":
		c.add(field.Invalid(path.Field("fieldPath"), ref.FieldPath, "requires apiVersion v1"))
		return
	}
	name, key, ok := cutKey(ref.FieldPath)
	switch {
	case ok && name == "metadata.annotations":
		c.invalid(path, key, names.QualifiedName(strings.ToLower(key)))
	case ok && name == "metadata.labels":
		c.invalid(path, key, names.QualifiedName(key))
	case ok:
		c.add(field.Invalid(path.Field("fieldPath"), ref.FieldPath,
			"can't have a key: only metadata.labels and metadata.annotations do"))
	default:
		if name == legacyNodeName {
			name = "spec.nodeName"
		}
		if slices.Contains(allowed, name) {
			return
		}
		if slices.Contains(fieldsOfPod, name) {
			c.add(field.NotSupported(path.Field("fieldPath"), name, allowed))
			return
		}
		c.add(field.Invalid(path.Field("fieldPath"), ref.FieldPath, "isn't a field of pods that a reference can name"))
	}
}

// cutKey splits a field path such as metadata.labels['app'] into name and key. If there is no key,
// ok is false and name is all of fieldPath.
func cutKey(fieldPath string) (name, key string, ok bool) {
	if rest, found := strings.CutSuffix(fieldPath, "']"); found {
		if name, key, ok = strings.Cut(rest, "['"); ok && name != "" {
			return name, key, true
		}
	}
	return fieldPath, "", false
}

// The divisors of a resource, in canonical form. The zero quantity means 1.
var (
	cpuDivisors  = []string{"1m", "1"}
	sizeDivisors = []string{"1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"}
)

// containerResources are the resources that a resourceFieldRef can name, besides huge pages.
var containerResources = []string{
	"limits.cpu",
	"limits.ephemeral-storage",
	"limits.memory",
	"requests.cpu",
	"requests.ephemeral-storage",
	"requests.memory",
}

// resourceFieldRef checks a reference to a resource of a container. needsContainer says that the
// reference must name the container: in a volume, since in env it can be the container itself.
func (c *checker) resourceFieldRef(path *fieldpath.Path, ref *corev1.ResourceFieldSelector, needsContainer bool) {
	known := slices.Contains(containerResources, ref.Resource) || isHugePagesField(ref.Resource)
	switch {
	case needsContainer && ref.ContainerName == "":
		c.add(field.Required(path.Field("containerName"), "must be set: a volume belongs to no container"))
	case ref.Resource == "":
		c.add(field.Required(path.Field("resource"), "must be set"))
	case !known:
		c.add(field.NotSupported(path.Field("resource"), ref.Resource, containerResources))
	}
	if !known || ref.Divisor.IsZero() {
		return
	}
	divisors := sizeDivisors
	if ref.Resource == "limits.cpu" || ref.Resource == "requests.cpu" {
		divisors = cpuDivisors
	}
	if text := amount.Text(ref.Divisor); !slices.Contains(divisors, text) {
		c.add(field.Invalid(path.Field("divisor"), text, "must be one of "+strings.Join(divisors, ", ")))
	}
}

func isHugePagesField(resource string) bool {
	return strings.HasPrefix(resource, "limits.hugepages-") || strings.HasPrefix(resource, "requests.hugepages-")
}

// fileKeyRef checks a reference to a variable in a file, which another container of the pod
// writes to an emptyDir.
func (c *checker) fileKeyRef(path *fieldpath.Path, ref *corev1.FileKeySelector) {
	if p := path.Child("key"); ref.Key == "" {
		c.add(field.Required(p.Field(), "must be set"))
	} else {
		c.invalid(p, ref.Key, validation.IsRelaxedEnvVarName(ref.Key))
	}
	c.required(path, "path", ref.Path)
	c.noBacksteps(path.Child("path"), ref.Path)
	c.required(path, "volumeName", ref.VolumeName)
	c.dnsLabel(path, "volumeName", ref.VolumeName)
	if volume := c.anyVolume(ref.VolumeName); volume == nil {
		c.add(field.NotFound(path.Field("volumeName"), ref.VolumeName))
	} else if volume.EmptyDir == nil {
		c.add(field.Invalid(path.Field("volumeName"), ref.VolumeName, "must be a volume of type emptyDir"))
	}
}

// anyVolume returns the last volume called name, valid or not, or nil.
func (c *checker) anyVolume(name string) *corev1.Volume {
	if c.anyVolumes == nil {
		c.anyVolumes = make(map[string]*corev1.Volume, len(c.spec.Volumes))
		for i := range c.spec.Volumes {
			c.anyVolumes[c.spec.Volumes[i].Name] = &c.spec.Volumes[i]
		}
	}
	return c.anyVolumes[name]
}
