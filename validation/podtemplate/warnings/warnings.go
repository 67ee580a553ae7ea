// Package warnings finds what kube-apiserver warns about in a pod template.
//
// [Of] returns the warnings that kube-apiserver 1.37 with default feature gates gives when a Job
// with the template is created:
//
//   - deprecated labels of nodes in the node selector, node affinity and topology spread
//     constraints; deprecated kinds of volumes; annotations of seccomp and AppArmor that aren't
//     backed by a field, and other annotations that have no effect,
//   - preferences of node affinity for values that no label can have,
//   - pod affinity and topology spread constraints without a label selector,
//   - duplicates: environment variables that hide earlier ones, host aliases, image pull secrets,
//     and ports, also of different containers,
//   - image pull secrets without a name, and ports with a host IP but no host port,
//   - overlapping files in a volume, and empty sources of projected volumes,
//   - fractions of bytes: memory and ephemeral storage of containers and overhead, storage of
//     volume claim templates,
//   - IP addresses of name servers and host aliases in an unusual form,
//   - a negative termination grace period.
//
// These are all of the server's own warnings about a template. It may add warnings of admission
// plugins, such as PodSecurity, and warnings about unknown fields.
//
// Three limits keep hostile templates cheap. A port or file that conflicts with many earlier ones
// has at most 8 warnings. Names and paths in a message are cut after 600 bytes. After 1,000
// warnings, a last one says that there are more. It isn't marked as the package's own, since it
// takes the place of warnings that the server gives.
package warnings

import (
	"fmt"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// Warning tells the author of a template about something that is allowed but likely a mistake.
type Warning struct {
	// Field is the path of the field, the same as in kube-apiserver's warning. It is empty if
	// the message names its subject itself, as for files of a volume: volume "v" (ConfigMap
	// "c"): ...
	Field string
	// Message says what is wrong and what to do.
	Message string
	// Own reports that kube-apiserver 1.37 doesn't give this warning. So far, no warning about
	// a template is of this kind.
	Own bool
}

// String returns "field: message", or the message alone if Field is empty. kube-apiserver's
// warnings have the same form.
func (w Warning) String() string {
	if w.Field == "" {
		return w.Message
	}
	return w.Field + ": " + w.Message
}

// Of returns the warnings for a new template at path, in the same order each time. path is
// spec.template in a Job; it may be nil. So may template, which then has no warnings.
//
// The template is expected to be valid and to have its defaults. The server doesn't warn about
// an invalid template; Of does. Of doesn't change the template.
func Of(template *corev1.PodTemplateSpec, path *field.Path) []Warning {
	if template == nil {
		return nil
	}
	w := warner{meta: &template.ObjectMeta, spec: &template.Spec}
	root := fieldpath.From(path)
	spec, annotations := root.Child("spec"), root.Child("metadata").Child("annotations")
	w.annotations(annotations)
	w.placement(spec)
	w.volumes(spec)
	w.references(spec)
	w.containers(spec, annotations)
	if w.more {
		here := "template"
		if path != nil {
			here = path.String()
		}
		w.list = append(w.list, Warning{
			Field: here, Message: fmt.Sprintf("there are more than %d warnings; the rest isn't shown", maxWarnings),
		})
	}
	return w.list
}

// warner goes over one template and collects warnings. Each method is named after the field that
// it looks at.
type warner struct {
	meta *metav1.ObjectMeta
	spec *corev1.PodSpec
	list []Warning
	// more reports that warnings were left out because of maxWarnings.
	more bool
}

const (
	// maxWarnings limits the warnings of one template.
	maxWarnings = 1000
	// maxConflicts limits the warnings of one port or file, so that those of the first don't
	// crowd out the others.
	maxConflicts = 8
	// maxQuoted limits the bytes of a quoted text, which may be part of many warnings. The
	// longest valid names, those of signers, have 571.
	maxQuoted = 600
)

// warn records a warning about the field at path.
func (w *warner) warn(path *fieldpath.Path, message string) {
	if w.hasRoom() {
		w.list = append(w.list, Warning{Field: path.Field().String(), Message: message})
	}
}

// warnWithoutField records a warning whose message names its subject.
func (w *warner) warnWithoutField(message string) {
	if w.hasRoom() {
		w.list = append(w.list, Warning{Message: message})
	}
}

// hasRoom reports whether the caller may record a warning. If not, it notes that there are more.
func (w *warner) hasRoom() bool {
	w.more = w.more || len(w.list) == maxWarnings
	return !w.more
}

// appendConflict appends to list unless it already has maxConflicts elements.
func appendConflict[T any](list []T, conflict T) []T {
	if len(list) == maxConflicts {
		return list
	}
	return append(list, conflict)
}

// quote returns text in quotes, cut to maxQuoted bytes.
func quote(text string) string {
	if len(text) > maxQuoted {
		text = text[:maxQuoted] + "..."
	}
	return strconv.Quote(text)
}
