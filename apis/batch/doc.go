// +k8s:deepcopy-gen=package

// Package batch holds the hub of the Job API: the one form of [Job] that conversion,
// defaulting of identities and validation work on, whatever version a manifest has.
//
//   - The hub has every field of every version, so nothing is lost on the way through it.
//   - It has no JSON form. Decode a version and convert, or let a codec do both.
//   - Fields have the names, types and meaning of batch/v1.
//   - Objects are plain data. Sharing one between goroutines is safe as long as none of
//     them changes it; DeepCopy makes an independent one.
//
// The hub is registered twice, as batch/__internal here and as extensions/__internal in
// package extensions, since a codec looks for the internal version in the group that it
// reads. A type with two names is nothing to hand to a client: clients take versions.
package batch
