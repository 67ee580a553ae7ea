// +k8s:conversion-gen=github.com/jobapi/jobapi/apis/batch
// +k8s:conversion-gen-external-types=github.com/jobapi/jobapi/apis/batch/v1

// Package v1 converts between batch/v1 and the hub.
//
//   - Both have the same fields, so every value stays as it is. manualSelector keeps the
//     difference between unset and false.
//   - Input and output share maps, slices and pointers: a conversion copies only the struct
//     itself. Call DeepCopy on the input first if you change either of them in depth.
//   - Conversions don't change their input, so goroutines may convert the same object
//     concurrently.
//   - Neither argument may be nil. The scope may be nil.
//   - Conversions leave TypeMeta alone. Scheme.ConvertToVersion and conversion.ToVersion set it.
package v1
