// +k8s:deepcopy-gen=package

// Package batch holds the hub of the Job API: the form of [Job] that validation and the
// generation of selectors work on. Every version converts to it.
//
//   - The hub has every field of every version, so conversion through it loses nothing.
//   - It has no JSON form. Decode a version and convert it, or let a codec do both.
//   - Fields have the names, types and meaning of batch/v1.
//   - Objects are plain data. Goroutines may read the same object concurrently. DeepCopy returns
//     an independent copy.
//
// The hub is registered as batch/__internal here and as extensions/__internal in package
// extensions, since a codec looks for the internal version in the group that it reads. Don't
// pass a type with two kinds to a client: clients take versions.
package batch
