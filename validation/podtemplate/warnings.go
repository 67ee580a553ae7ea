package podtemplate

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// Warnings returns what kube-apiserver 1.37 with its default feature gates warns of when a Job
// with the template at path is created, one text for each of its warnings. A text begins with
// the same path as the server's, or the same name of a volume where it has no path, and is
// about the same thing. The template is expected to be valid and defaulted; the server is
// silent about an invalid one, Warnings is not. It warns of
//
//   - labels of nodes, annotations and kinds of volumes that are deprecated or without effect:
//     in the node selector, node affinity and topology spread constraints, and seccomp and
//     AppArmor annotations unless there is a profile in a field,
//   - preferences of node affinity for values that no label can have,
//   - pod affinity and topology spread constraints without a label selector,
//   - names and addresses that repeat: environment variables that hide earlier ones, host
//     aliases, image pull secrets (also if they have no name), ports of any two containers,
//   - ports with a host IP and no host port,
//   - files of one volume that are in each other's way, and empty sources of projected volumes,
//   - fractions of bytes: in memory and ephemeral storage of containers and overhead, and in
//     the storage of volume claim templates,
//   - addresses of name servers and host aliases in other than the usual form,
//   - a negative termination grace period.
//
// That is everything in the template that the server itself warns of. Warnings of fields that
// it does not know, of admission plugins such as PodSecurity, and of the Job around the
// template are not among them.
//
// Three limits keep hostile templates cheap: a port or file that is in the way of many others
// has warnings about no more than 8 of those before it; in them names and paths longer than
// 600 bytes are cut off; and after 1,000 warnings the last one, at path, says that there are
// more.
func Warnings(template *corev1.PodTemplateSpec, path *field.Path) []string {
	if template == nil {
		return nil
	}
	w := warner{meta: &template.ObjectMeta, spec: &template.Spec}
	root := fieldpath.From(path)
	spec := root.Child("spec")
	annotations := root.Child("metadata").Child("annotations")
	w.annotations(annotations)
	w.placement(spec)
	w.volumes(spec)
	w.references(spec)
	w.containers(spec, annotations)
	if w.more {
		w.texts = append(w.texts, rootField(path).String()+": "+strconv.Itoa(mostWarnings)+" warnings are shown, and there are more")
	}
	return w.texts
}

// warner goes over one template and collects what it warns of. Like those of checker, its
// methods are named after the fields that they are about.
type warner struct {
	meta  *metav1.ObjectMeta
	spec  *corev1.PodSpec
	texts []string
	// more says that there were too many.
	more bool
}

// mostWarnings is how many warnings there are at most of one template.
const mostWarnings = 1000

// warn records a warning about the field at path.
func (w *warner) warn(path *fieldpath.Path, text string) {
	if w.hasRoom() {
		w.add(path.Field().String() + ": " + text)
	}
}

// add records a warning that says itself what it is about.
func (w *warner) add(text string) {
	if w.hasRoom() {
		w.texts = append(w.texts, text)
	}
}

// hasRoom reports whether there is room for a warning of the caller's, and notes if not.
func (w *warner) hasRoom() bool {
	w.more = w.more || len(w.texts) == mostWarnings
	return !w.more
}

// mostOthers is how many warnings there are at most of one thing that is in the way of many
// others, so that the first of them do not keep out all that follows.
const mostOthers = 8

// appendOther adds to list unless it is long enough.
func appendOther[T any](list []T, other T) []T {
	if len(list) == mostOthers {
		return list
	}
	return append(list, other)
}

// quote returns text in quotes, without the end of what is longer than any valid name. It may
// be in many warnings.
func quote(text string) string {
	const most = 600 // The names of signers have up to 571.
	if len(text) > most {
		text = text[:most] + "..."
	}
	return strconv.Quote(text)
}
