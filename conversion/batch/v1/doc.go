// +k8s:conversion-gen=github.com/jobapi/jobapi/apis/batch
// +k8s:conversion-gen-external-types=github.com/jobapi/jobapi/apis/batch/v1

// Package v1 converts between batch/v1 and the hub.
//
//   - The two have the same fields, so every value goes over as it is, and back.
//     manualSelector keeps the difference between unset and false.
//   - Input and output share maps, slices and pointers: only the struct itself is
//     copied. Copy the input with DeepCopy first if one of the two is to be changed
//     in depth.
//   - The input is not changed, so goroutines may convert the same object at once.
//   - Neither argument may be nil. The scope may be.
//   - TypeMeta is left alone. Scheme.ConvertToVersion and conversion.ToVersion set it.
package v1
