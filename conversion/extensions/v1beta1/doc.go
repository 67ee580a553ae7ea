// +k8s:conversion-gen=github.com/jobapi/jobapi/apis/batch
// +k8s:conversion-gen-external-types=github.com/jobapi/jobapi/apis/extensions/v1beta1

// Package v1beta1 converts between extensions/v1beta1 and the hub.
//
//   - One field differs: autoSelector is the opposite of the hub's manualSelector, and
//     each is unset rather than false. So an unset autoSelector becomes manualSelector:
//     true, and a manualSelector that is unset or false becomes autoSelector: true.
//     A false in the hub comes back unset: the two mean the same.
//   - Every other value goes over as it is, and back.
//   - Input and output share maps, slices and pointers where the versions agree. Copy the
//     input with DeepCopy first if one of the two is to be changed in depth.
//   - The input is not changed, so goroutines may convert the same object at once.
//   - Neither argument may be nil. The scope may be.
//   - TypeMeta is left alone. Scheme.ConvertToVersion and conversion.ToVersion set it.
package v1beta1
