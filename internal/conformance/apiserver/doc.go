// Package apiserver compares jobapi with a real kube-apiserver 1.37. Its test starts the server in
// process, with an embedded etcd, on free ports of the loopback interface.
//
//   - It creates the manifests of examples/manifest, and single and random changes of them. jobapi
//     predicts every field of the stored Job. The stored Job decodes strictly into jobapi's types.
//     Updates of stored Jobs are dry runs.
//   - Both sides refuse the same documents, for the same reasons at the same paths. A document that
//     can't be decoded has the same error text on both sides. Warnings are about the same fields.
//   - differences_test.go handles the differences that packages validation and defaulting document.
//
// The package has its own module because the server needs fifty more modules than the conformance
// module. The first build takes minutes, the test takes less than a minute.
package apiserver
