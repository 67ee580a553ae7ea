// Package conformance compares jobapi with Kubernetes 1.37 itself: the same cases go through
// both, and what comes out must be the same, but for the differences that jobapi documents.
//
//   - A differential is an area: defaults, new Jobs, Jobs that CronJobs embed, templates,
//     updates, status updates and selectors. It makes random cases, asks both sides and compares
//     the answers. An area has cases of its own that come first, in tables and in testdata/alone.
//   - testdata/alone has cases in which one kind of error of Kubernetes is the only one, for the
//     kinds that no table has alone. TestIsolate found them, most by changing one place of a Job
//     of testdata/rich: these are valid and together have every field that a valid Job can have.
//   - A disagreement that no documented difference explains fails the test. The smallest case
//     that shows it is printed as YAML, with both answers.
//   - REPORT.md says what a run found, and KINDS.csv each kind of error. TestReport repeats the
//     run with the same seed, and holds that each kind is met alone or says why not.
//   - TestFaultsAreFound puts mistakes into jobapi's answers, each of which must be found.
//   - TestDifferentials tries cases that no run has had: go test . -run TestDifferentials -args -count 1000000.
//
// It is a module of its own because it requires k8s.io/kubernetes, which is no library: the
// first build takes minutes.
package conformance
