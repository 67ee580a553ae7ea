// Package apiserver compares jobapi with a real kube-apiserver of Kubernetes 1.37, which its
// test starts in process, with etcd embedded, on free ports of the loopback interface.
//
//   - The manifests of examples/manifest, and single and random changes of them, are created:
//     what the server stored is what jobapi predicts, field by field, and survives a strict
//     decoding into the types of jobapi. Stored Jobs are updated likewise, as dry runs.
//   - What is refused is refused by both, for the same reasons, in the same places; what
//     cannot be decoded is refused with the same words; warnings are about the same fields.
//   - Differences that packages validation and defaulting document are made up for, or
//     asserted: see differences_test.go.
//
// It is a module of its own since the server needs fifty modules more than package conformance
// next door. The first build takes minutes, the test less than one.
package apiserver
