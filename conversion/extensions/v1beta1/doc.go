// +k8s:conversion-gen=github.com/jobapi/jobapi/apis/batch
// +k8s:conversion-gen-external-types=github.com/jobapi/jobapi/apis/extensions/v1beta1

// Package v1beta1 converts between extensions/v1beta1 and the hub.
//
//   - One field differs: autoSelector is the opposite of the hub's manualSelector. Each is unset
//     rather than false. So an unset autoSelector becomes manualSelector: true, and an unset or
//     false manualSelector becomes autoSelector: true. A false in the hub comes back unset. The
//     two mean the same.
//   - Every other value stays as it is. The types other than Job, JobList, JobSpec and
//     JobTemplateSpec are those of batch/v1, and conversion/batch/v1 has their functions.
//   - Input and output share maps, slices and pointers. Call DeepCopy on the input first if you
//     change either of them in depth.
//   - Conversions don't change their input, so goroutines may convert the same object
//     concurrently.
//   - Neither argument may be nil. The scope may be nil.
//   - Conversions leave TypeMeta alone. Scheme.ConvertToVersion and conversion.ToVersion set it.
package v1beta1
