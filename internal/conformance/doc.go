// Package conformance compares jobapi with Kubernetes 1.37. Each case goes through jobapi and
// through kube-apiserver's code, and the answers must be equal, except for the differences that
// jobapi documents.
//
// The comparison has areas: defaults, new Jobs, Jobs in CronJobs, templates, updates, status updates
// and selectors. The prefix of a file says what it is for:
//
//   - area_ makes the cases of one area, and asks both sides about them.
//   - cases_ has the cases that areas share: hand-written ones, mutations and random ones. The cases
//     in testdata/alone have a single kind of error each; TestIsolate finds them. The Jobs in
//     testdata/rich are valid, and together they set every field that a valid Job can have.
//   - compare_ runs an area, compares the answers, and shrinks a case on which the sides disagree.
//     The test fails with the smallest such case as YAML, and with both answers.
//   - podtemplate_ has tables of changes of pod templates. The tables are cases of the area of
//     templates as well.
//   - report_ writes REPORT.md, which summarizes a run, and KINDS.csv, which lists each kind of error.
//   - releases_ compares package dryrun with Kubernetes 1.34 to 1.37. TestRecord records what the
//     code of each release answers, with the command in the folder releases. TestReplay compares
//     the recorded answers with those of dryrun.
//
// TestReport repeats the run with the same seed. It also checks that each kind of error occurs alone
// in some case, or that there is a reason why it can't.
// TestFaultsAreFound puts mistakes into jobapi's answers and checks that each is reported.
// TestCorpus has manifests with typical mistakes, and the answers of both sides to them.
// TestDifferentials compares new random cases: go test . -run TestDifferentials -args -count 1000000.
//
// The package has its own module because it requires k8s.io/kubernetes, which isn't made to be
// imported. The first build takes minutes.
package conformance
