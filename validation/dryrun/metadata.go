package dryrun

import (
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/validation"
	"github.com/jobapi/jobapi/validation/internal/semantic"
	"github.com/jobapi/jobapi/validation/internal/server"
)

const (
	// zeroUID is the UID of objects without one.
	zeroUID types.UID = "00000000-0000-0000-0000-000000000000"
	// nameSuffix is in place of the five random letters of a generated name.
	nameSuffix = "xxxxx"
	// maxGeneratedName is how many bytes of a generated name come before the suffix.
	maxGeneratedName = 63 - len(nameSuffix)
)

// prepareMetadata does to the metadata of a new object what a server does before validation. It
// returns a warning if it removed duplicate owners.
func prepareMetadata(meta *metav1.ObjectMeta) []validation.Warning {
	warnings := dropDuplicateOwners(meta)
	if meta.UID == "" {
		meta.UID = zeroUID
	}
	if meta.Namespace == "" {
		meta.Namespace = metav1.NamespaceDefault
	}
	if meta.Name == "" && meta.GenerateName != "" {
		base := meta.GenerateName
		if len(base) > maxGeneratedName {
			base = base[:maxGeneratedName]
		}
		meta.Name = base + nameSuffix
	}
	meta.CreationTimestamp = metav1.Time{}
	meta.DeletionTimestamp = nil
	meta.DeletionGracePeriodSeconds = nil
	meta.SelfLink = "" //nolint:staticcheck // objects of old clients have it, and a server clears it
	meta.Generation = 1
	return warnings
}

// prepareOldMetadata gives a stored object what every stored object has.
func prepareOldMetadata(old *metav1.ObjectMeta) {
	if old.UID == "" {
		old.UID = zeroUID
	}
	if old.Namespace == "" {
		old.Namespace = metav1.NamespaceDefault
	}
}

// prepareMetadataUpdate does to the metadata of an object that replaces old what a server does
// before validation.
func prepareMetadataUpdate(meta, old *metav1.ObjectMeta) []validation.Warning {
	warnings := dropDuplicateOwners(meta)
	if meta.Namespace == "" {
		meta.Namespace = old.Namespace
	}
	meta.Generation = old.Generation
	if meta.UID == "" {
		meta.UID = old.UID
	}
	if meta.ResourceVersion == "" {
		meta.ResourceVersion = old.ResourceVersion
	}
	if !old.CreationTimestamp.IsZero() {
		meta.CreationTimestamp = old.CreationTimestamp
	}
	if !old.DeletionTimestamp.IsZero() {
		meta.DeletionTimestamp = old.DeletionTimestamp.DeepCopy()
	}
	if old.DeletionGracePeriodSeconds != nil && meta.DeletionGracePeriodSeconds == nil {
		meta.DeletionGracePeriodSeconds = new(*old.DeletionGracePeriodSeconds)
	}
	return warnings
}

// unconditional gives the validated metadata of an update a resourceVersion if neither object has
// one, since a server takes an update without one.
func unconditional(meta *metav1.ObjectMeta) {
	if meta.ResourceVersion == "" {
		meta.ResourceVersion = "0"
	}
}

// dropDuplicateOwners removes owner references that equal an earlier one.
func dropDuplicateOwners(meta *metav1.ObjectMeta) []validation.Warning {
	var dropped []string
	owners := meta.OwnerReferences
	for i := 0; i < len(owners); i++ {
		if slices.ContainsFunc(owners[:i], func(o metav1.OwnerReference) bool { return semantic.DeepEqual(o, owners[i]) }) {
			dropped = append(dropped, string(owners[i].UID))
			owners = slices.Delete(owners, i, i+1)
			i--
		}
	}
	if dropped == nil {
		return nil
	}
	meta.OwnerReferences = owners
	return []validation.Warning{{
		Field:   field.NewPath("metadata", "ownerReferences").String(),
		Message: "a server keeps one of several equal references: remove the duplicates of " + strings.Join(dropped, ", "),
	}}
}

// nameWarning returns the warning for the name of a new Job or CronJob, if there is one.
func nameWarning(name string) []validation.Warning {
	if message := server.NameWarning(name); message != "" {
		return []validation.Warning{{Field: "metadata.name", Message: message}}
	}
	return nil
}
