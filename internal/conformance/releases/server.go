package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apiserver/pkg/endpoints/handlers"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/warning"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/capabilities"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/core/podtemplate"
)

// operation is a kind of request. It creates an object if it has a create strategy, and updates
// one otherwise.
type operation struct {
	kind        schema.GroupVersionKind
	resource    string
	subresource string
	create      rest.RESTCreateStrategy
	update      rest.RESTUpdateStrategy
}

var (
	jobKind         = batchv1.SchemeGroupVersion.WithKind("Job")
	cronJobKind     = batchv1.SchemeGroupVersion.WithKind("CronJob")
	podTemplateKind = corev1.SchemeGroupVersion.WithKind("PodTemplate")
)

var operations = map[string]operation{
	"createJob":         {kind: jobKind, resource: "jobs", create: job.Strategy},
	"updateJob":         {kind: jobKind, resource: "jobs", update: job.Strategy},
	"updateJobStatus":   {kind: jobKind, resource: "jobs", subresource: "status", update: job.StatusStrategy},
	"createCronJob":     {kind: cronJobKind, resource: "cronjobs", create: cronjob.Strategy},
	"updateCronJob":     {kind: cronJobKind, resource: "cronjobs", update: cronjob.Strategy},
	"createPodTemplate": {kind: podTemplateKind, resource: "podtemplates", create: podtemplate.Strategy},
	"updatePodTemplate": {kind: podTemplateKind, resource: "podtemplates", update: podtemplate.Strategy},
}

// zeroUID is the UID of an object without one.
const zeroUID types.UID = "00000000-0000-0000-0000-000000000000"

// Privileged containers are allowed, as the usual installers configure it.
func init() { capabilities.Setup(true, 0) }

// answer returns the server's answer to a case.
func answer(c Case) (a Answer) {
	a.ID = c.ID
	op, ok := operations[c.Op]
	if !ok {
		a.Failure = fmt.Sprintf("unknown operation %q", c.Op)
		return a
	}
	restore, err := setGates(c.Gates)
	if err != nil {
		a.Failure = err.Error()
		return a
	}
	defer restore()
	defer func() {
		if p := recover(); p != nil {
			a = Answer{ID: c.ID, Panic: fmt.Sprint(p)}
		}
	}()
	object, err := op.decode(c.New)
	if err != nil {
		a.Errors = causes(err)
		return a
	}
	warnings := &recorder{}
	ctx := op.context(object, warnings)
	if op.create != nil {
		object, err = create(ctx, op.create, object)
	} else {
		old, oldErr := op.decode(c.Old)
		if oldErr != nil {
			a.Failure = fmt.Sprintf("the old object: %v", oldErr)
			return a
		}
		err = update(ctx, op.update, object, old)
	}
	a.Errors, a.Warnings = causes(err), warnings.texts
	if a.Object, err = op.readBack(object); err != nil {
		a.Failure = err.Error()
	}
	return a
}

// decode returns an object from a request or from storage, with the defaults of the release.
func (op operation) decode(data []byte) (runtime.Object, error) {
	hub := schema.GroupVersion{Group: op.kind.Group, Version: runtime.APIVersionInternal}
	object, kind, err := legacyscheme.Codecs.UniversalDecoder(hub).Decode(data, &op.kind, nil)
	if err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	if *kind != op.kind {
		return nil, apierrors.NewBadRequest(fmt.Sprintf("%s is not a %s", kind, op.kind))
	}
	return object, nil
}

// context returns the context of the request.
func (op operation) context(object runtime.Object, warnings warning.Recorder) context.Context {
	verb := "create"
	if op.create == nil {
		verb = "update"
	}
	namespace := cmp.Or(metadata(object).GetNamespace(), metav1.NamespaceDefault)
	ctx := request.WithNamespace(context.Background(), namespace)
	ctx = request.WithRequestInfo(ctx, &request.RequestInfo{
		IsResourceRequest: true, Verb: verb, Namespace: namespace,
		APIGroup: op.kind.Group, APIVersion: op.kind.Version, Resource: op.resource, Subresource: op.subresource,
	})
	return warning.WithWarningRecorder(ctx, warnings)
}

// create prepares and validates a new object, as the server does before it stores one.
func create(ctx context.Context, strategy rest.RESTCreateStrategy, object runtime.Object) (runtime.Object, error) {
	m := metadata(object)
	uid := cmp.Or(m.GetUID(), zeroUID)
	rest.WipeObjectMetaSystemFields(m)
	dropDuplicateOwners(ctx, m)
	if m.GetGenerateName() != "" && m.GetName() == "" {
		object = object.DeepCopyObject() // the server copies it for each name that it tries
		m = metadata(object)
		name := strategy.GenerateName(m.GetGenerateName())
		m.SetName(name[:len(name)-len(nameEnd)] + nameEnd)
	}
	m.SetUID(uid)
	m.SetCreationTimestamp(metav1.Unix(1, 0)) // BeforeCreate requires one
	err := rest.BeforeCreate(strategy, ctx, object)
	m.SetCreationTimestamp(metav1.Time{})
	return object, err
}

// nameEnd replaces the random end of a generated name.
const nameEnd = "xxxxx"

// update prepares and validates an object that replaces another. It completes old as if it came
// from storage.
func update(ctx context.Context, strategy rest.RESTUpdateStrategy, object, old runtime.Object) error {
	m, was := metadata(object), metadata(old)
	was.SetUID(cmp.Or(was.GetUID(), zeroUID))
	was.SetNamespace(cmp.Or(was.GetNamespace(), metav1.NamespaceDefault))
	version := cmp.Or(m.GetResourceVersion(), was.GetResourceVersion())
	m.SetResourceVersion(cmp.Or(version, "1")) // BeforeUpdate requires one
	dropDuplicateOwners(ctx, m)
	err := rest.BeforeUpdate(strategy, ctx, object, old)
	m.SetResourceVersion(version)
	return err
}

// dropDuplicateOwners keeps the first of equal owner references, as the server's handlers do.
func dropDuplicateOwners(ctx context.Context, m metav1.Object) {
	var owners []metav1.OwnerReference
	var dropped []string
	for _, owner := range m.GetOwnerReferences() {
		if slices.ContainsFunc(owners, func(o metav1.OwnerReference) bool { return equality.Semantic.DeepEqual(o, owner) }) {
			dropped = append(dropped, string(owner.UID))
		} else {
			owners = append(owners, owner)
		}
	}
	if dropped != nil {
		warning.AddWarning(ctx, "", fmt.Sprintf(handlers.DuplicateOwnerReferencesWarningFormat, strings.Join(dropped, ", ")))
		m.SetOwnerReferences(owners)
	}
}

// readBack returns the object as a client gets it after a round trip through storage.
func (op operation) readBack(object runtime.Object) (json.RawMessage, error) {
	info, ok := runtime.SerializerInfoForMediaType(legacyscheme.Codecs.SupportedMediaTypes(), runtime.ContentTypeProtobuf)
	if !ok {
		return nil, errors.New("the release does not store protobuf")
	}
	version := op.kind.GroupVersion()
	stored, err := runtime.Encode(legacyscheme.Codecs.EncoderForVersion(info.Serializer, version), object)
	if err != nil {
		return nil, fmt.Errorf("storing: %w", err)
	}
	read, err := op.decode(stored)
	if err != nil {
		return nil, fmt.Errorf("reading back: %w", err)
	}
	return runtime.Encode(legacyscheme.Codecs.LegacyCodec(version), read)
}

// causes returns the reasons why the server refuses an object, sorted: servers range over maps.
func causes(err error) []Error {
	if err == nil {
		return nil
	}
	var status *apierrors.StatusError
	if !errors.As(err, &status) {
		return []Error{{Type: "Unknown", Detail: err.Error()}}
	}
	if details := status.ErrStatus.Details; details != nil && len(details.Causes) > 0 {
		list := make([]Error, len(details.Causes))
		for i, cause := range details.Causes {
			list[i] = Error{Type: string(cause.Type), Field: cause.Field, Detail: cause.Message}
		}
		slices.SortFunc(list, func(a, b Error) int {
			return cmp.Or(cmp.Compare(a.Field, b.Field), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Detail, b.Detail))
		})
		return list
	}
	return []Error{{Type: string(status.ErrStatus.Reason), Detail: status.ErrStatus.Message}}
}

// metadata returns the metadata of a Job, CronJob or PodTemplate.
func metadata(object runtime.Object) metav1.Object {
	m, err := meta.Accessor(object)
	if err != nil {
		panic(err)
	}
	return m
}

// recorder keeps the warnings of one request, each once.
type recorder struct{ texts []string }

func (r *recorder) AddWarning(_, text string) {
	if text != "" && !slices.Contains(r.texts, text) {
		r.texts = append(r.texts, text)
	}
}
