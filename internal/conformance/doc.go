// Package conformance compares jobapi with Kubernetes 1.37 itself: the same cases go through
// both, and what comes out must be the same, but for the differences that jobapi documents.
//
//   - A differential is an area: defaults, new Jobs, templates, updates, status updates and
//     selectors. It makes random cases, asks both sides and compares the answers. An area has
//     cases of its own that come first, in tables and in testdata/alone.
//   - A disagreement that no documented difference explains fails the test. The smallest case
//     that shows it is printed as YAML, with both answers.
//   - REPORT.md says what a run found. TestReport repeats it with the same seed.
//   - TestFaultsAreFound puts mistakes into jobapi's answers, each of which must be found.
//   - TestDifferentials tries cases that no run has had: go test . -run TestDifferentials -args -count 1000000.
//
// It is a module of its own because it requires k8s.io/kubernetes, which is no library: the
// first build takes minutes.
package conformance
