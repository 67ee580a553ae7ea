// Package conformance compares jobapi with Kubernetes 1.37 itself: the same Jobs go through
// both, and what comes out must be the same, but for the differences that jobapi documents.
//
// It is a module of its own because it requires k8s.io/kubernetes, which is no library: the
// first build takes minutes.
package conformance
