package conformance

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/validation/dryrun"
)

// TestReplay gives the recorded cases to package dryrun, and compares its answers with those of the
// releases. A disagreement fails the test unless templateGates or templateChanges explain it.
// The figures must be those in testdata/releases/EXPLAINED.md, so a change for the better shows too.
// Renew the file with
//
//	go test . -run TestReplay -args -update
func TestReplay(t *testing.T) {
	cases := readCompressed[releaseCase](t, "testdata/releases/cases.jsonl.gz")
	data, err := os.ReadFile("releases/gates.json")
	if err != nil {
		t.Fatal(err)
	}
	var table []gateRow
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	var figures []replayFigures
	for _, version := range slices.Sorted(maps.Keys(releaseModules)) {
		t.Run(version, func(t *testing.T) {
			answers := readCompressed[releaseAnswer](t, "testdata/releases/v"+version+".jsonl.gz")
			if len(answers) != len(cases) {
				t.Fatalf("%d answers to %d cases", len(answers), len(cases))
			}
			f := replayFigures{version: version, explained: map[string]int{}}
			for i, c := range cases {
				if answers[i].ID != c.ID {
					t.Fatalf("answer %d is to %s, not to %s", i, answers[i].ID, c.ID)
				}
				f.replay(t, table, c, answers[i])
			}
			figures = append(figures, f)
		})
	}
	page := replayPage(figures)
	t.Logf("\n%s", page)
	const file = "testdata/releases/EXPLAINED.md"
	if *update {
		writeFile(t, file, []byte(page))
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(strings.Split(string(want), "\n"), strings.Split(page, "\n")); diff != "" {
		t.Errorf("%s differs (-file +now). Check the change, then run with -update:\n%s", file, diff)
	}
}

// releaseAnswer is an answer of package releases.
type releaseAnswer struct {
	ID       string                         `json:"id"`
	Object   json.RawMessage                `json:"object"`
	Errors   []struct{ Type, Field string } `json:"errors"`
	Warnings []string                       `json:"warnings"`
	Panic    string                         `json:"panic"`
	Failure  string                         `json:"failure"`
}

// replayFigures counts the cases of one release.
type replayFigures struct {
	version string
	cases   int
	// unknownGate and panics count cases without an answer: the release lacks a gate or has locked
	// it, or its code panics.
	unknownGate, panics int
	// compared counts the others. verdict, errors, object and warnings say in how many of them the
	// answers agree. Objects and warnings are compared if both sides accept a case.
	compared, verdict, errors, accepted, object, warnings int
	// disagreements counts the cases that disagree in anything. explained counts them by reason. A
	// case can have several reasons.
	disagreements int
	explained     map[string]int
}

// replay compares the answers to a case.
func (f *replayFigures) replay(t *testing.T, table []gateRow, c releaseCase, theirs releaseAnswer) {
	f.cases++
	server, err := dryrun.For(f.version, gatesFor(f.version, c.Gates, table))
	switch {
	case (err != nil) != (theirs.Failure != ""):
		t.Errorf("%s: the error of For is %v, but the release says %q", c.ID, err, theirs.Failure)
		return
	case err != nil:
		f.unknownGate++
		return
	}
	ours, err := dryRun(server, c)
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	if theirs.Panic != "" {
		f.panics++
		return
	}
	f.compared++
	difference := f.compare(t, c, ours, theirs)
	if difference == nil {
		return
	}
	reasons := explainReplay(t, server, c)
	if reasons == nil || slices.ContainsFunc(difference, outsideTemplate) {
		t.Errorf("%s, %s, gates %v:\n%s\nnew: %s\nold: %s", c.ID, c.Op, c.Gates, strings.Join(difference, "\n"), c.New, c.Old)
		return
	}
	f.disagreements++
	for _, reason := range reasons {
		f.explained[reason]++
	}
}

// gatesFor returns the gates of a case without those that [dryrun.For] refuses although they change
// nothing: gates that are locked to the same state, and gates that govern nothing here.
func gatesFor(version string, gates map[string]bool, table []gateRow) map[string]bool {
	gates = maps.Clone(gates)
	for _, row := range table {
		known, ok := row.Releases[version]
		on, set := gates[row.Gate]
		locked := known.Locked && known.Default == on
		nothing := !known.Locked && strings.HasPrefix(row.Governs, "nothing")
		if ok && set && (locked || nothing) {
			delete(gates, row.Gate)
		}
	}
	return gates
}

// compare counts in what the answers agree. It returns the differences, each with its path: those of
// the errors, or else of the objects and the warnings. Ours begin with -, and theirs with +.
func (f *replayFigures) compare(t *testing.T, c releaseCase, ours dryRunAnswer, theirs releaseAnswer) (differences []string) {
	var list []string
	for _, e := range theirs.Errors {
		// Package dryrun judges the template of a PodTemplate only.
		if !strings.HasSuffix(c.Op, "PodTemplate") || !strings.HasPrefix(e.Field, "metadata") {
			list = append(list, e.Type+" "+e.Field)
		}
	}
	if (len(ours.errors) > 0) == (len(list) > 0) {
		f.verdict++
	}
	if differences = setDifference(ours.errors, list); differences != nil {
		return differences
	}
	f.errors++
	if len(list) > 0 {
		return nil
	}
	f.accepted++
	want, err := ours.decodeLike(theirs.Object)
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	if equality.Semantic.DeepEqual(ours.object, want) {
		f.object++
	} else {
		differences = setDifference(objectPaths(t, ours.object), objectPaths(t, want))
		if differences == nil {
			differences = []string{"the objects differ in the order of a list"}
		}
	}
	// A server gives no warnings if it refuses the metadata of a PodTemplate.
	if len(theirs.Errors) > 0 || sameWarnings(ours.warnings, theirs.Warnings) {
		f.warnings++
	} else if list := setDifference(ours.warnings, theirs.Warnings); list != nil {
		differences = append(differences, list...)
	} else {
		differences = append(differences, "a warning is repeated")
	}
	return differences
}

// outsideTemplate reports whether a difference isn't in a pod template, nor in the generation, which
// counts changes of the template. Some warnings name a volume instead of a path.
func outsideTemplate(difference string) bool { return !inTemplate.MatchString(difference) }

var inTemplate = regexp.MustCompile(`\btemplate\b|^. \.metadata\.generation=|^. volume "`)

// setDifference returns the elements that only one of the lists has.
func setDifference(ours, theirs []string) (list []string) {
	for _, x := range ours {
		if !slices.Contains(theirs, x) {
			list = append(list, "- "+x)
		}
	}
	for _, x := range theirs {
		if !slices.Contains(ours, x) {
			list = append(list, "+ "+x)
		}
	}
	return list
}

// objectPaths returns the lines of jsonPaths for an object.
func objectPaths(t testing.TB, object any) []string {
	if template, ok := object.(*corev1.PodTemplateSpec); ok {
		object = map[string]any{"template": template}
	}
	data, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(jsonPaths(t, data), "\n")
}

// dryRunAnswer is an answer of package dryrun about any kind.
type dryRunAnswer struct {
	errors   []string // type and path
	warnings []string
	object   any
	// decodeLike decodes the object of a release into what object is.
	decodeLike func(data []byte) (any, error)
}

// dryRun gives a case to package dryrun. It fails if the objects can't be decoded.
func dryRun(s dryrun.Server, c releaseCase) (dryRunAnswer, error) {
	switch c.Op {
	case "createJob":
		return answerNew(c, s.CreateJob, itself)
	case "updateJob":
		return answerUpdate(c, s.UpdateJob, itself)
	case "updateJobStatus":
		return answerUpdate(c, s.UpdateJobStatus, itself)
	case "createCronJob":
		return answerNew(c, s.CreateCronJob, itself)
	case "updateCronJob":
		return answerUpdate(c, s.UpdateCronJob, itself)
	case "createPodTemplate":
		return answerNew(c, func(p *corev1.PodTemplate) dryrun.Answer[corev1.PodTemplateSpec] {
			return s.PodTemplate(&p.Template, nil, field.NewPath("template"))
		}, templateOf)
	case "updatePodTemplate":
		return answerUpdate(c, func(p, old *corev1.PodTemplate) dryrun.Answer[corev1.PodTemplateSpec] {
			return s.PodTemplate(&p.Template, &old.Template, field.NewPath("template"))
		}, templateOf)
	}
	return dryRunAnswer{}, fmt.Errorf("unknown operation %q", c.Op)
}

func itself[T any](object *T) *T { return object }

func templateOf(p *corev1.PodTemplate) *corev1.PodTemplateSpec { return &p.Template }

// answerNew asks about the new object of a case.
func answerNew[T, U any](c releaseCase, ask func(*T) dryrun.Answer[U], part func(*T) *U) (dryRunAnswer, error) {
	object := new(T)
	if err := json.Unmarshal(c.New, object); err != nil {
		return dryRunAnswer{}, err
	}
	return flatten(ask(object), part), nil
}

// answerUpdate asks about the update of a case.
func answerUpdate[T, U any](c releaseCase, ask func(object, old *T) dryrun.Answer[U], part func(*T) *U) (dryRunAnswer, error) {
	old := new(T)
	if err := json.Unmarshal(c.Old, old); err != nil {
		return dryRunAnswer{}, err
	}
	return answerNew(c, func(object *T) dryrun.Answer[U] { return ask(object, old) }, part)
}

// flatten returns an answer in the form that compare uses. part returns what it is about.
func flatten[T, U any](a dryrun.Answer[U], part func(*T) *U) dryRunAnswer {
	var flat dryRunAnswer
	if a.Object != nil {
		flat.object = withoutKind(a.Object)
	}
	for _, e := range a.Errors {
		flat.errors = append(flat.errors, string(e.Type)+" "+e.Field)
	}
	for _, w := range a.Warnings {
		flat.warnings = append(flat.warnings, w.String())
	}
	flat.decodeLike = func(data []byte) (any, error) {
		object := new(T)
		err := json.Unmarshal(data, object)
		return withoutKind(part(object)), err
	}
	return flat
}

// withoutKind removes the kind from an object: only releases set it.
func withoutKind(object any) any {
	if o, ok := object.(runtime.Object); ok {
		o.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	}
	return object
}

// warningField matches the path that a warning begins with.
var warningField = regexp.MustCompile(`^(metadata|spec|template)[^ ]*: `)

// sameWarnings reports whether there are as many warnings, and every path of theirs is in ours. Ours
// may have more paths, because some of theirs have none. The texts differ.
func sameWarnings(ours, theirs []string) bool {
	fields := func(list []string) (fields []string) {
		for _, text := range list {
			if path := warningField.FindString(text); path != "" {
				fields = append(fields, path)
			}
		}
		return fields
	}
	if len(ours) != len(theirs) {
		return false
	}
	rest := fields(ours)
	for _, path := range fields(theirs) {
		i := slices.Index(rest, path)
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return true
}

// templateGates are the gates of pod templates that package dryrun doesn't follow everywhere. Each has
// the fields that use it, as in the output of jsonPaths.
//
//   - Without the first and the last, a projected volume can have several empty sources. dryrun warns
//     about each, the server once about all.
//   - Without ImageVolume, an image volume that an update keeps has no default for its pullPolicy.
var templateGates = map[string]*regexp.Regexp{
	"ClusterTrustBundleProjection": regexp.MustCompile(`\.clusterTrustBundle\b`),
	"ImageVolume":                  regexp.MustCompile(`\.volumes\.image\b`),
	"PodCertificateRequest":        regexp.MustCompile(`\.podCertificate\b`),
}

// templateChanges are the changes of pod templates without a gate that package dryrun doesn't know.
var templateChanges = []struct {
	last   string // the last version before the change
	reason string
	uses   *regexp.Regexp // as in templateGates
}{
	{"1.35", "1.35 has workloadRef, which k8s.io/api 1.37 lacks", regexp.MustCompile(`\.workloadRef\b`)},
}

// explainReplay returns the reasons that explain a disagreement, if any. They are the gates that the
// case uses and that aren't as in 1.37 by default, and the changes without a gate. A gate that is off
// also explains it if the old object uses the gate, because servers keep such fields.
func explainReplay(t *testing.T, server dryrun.Server, c releaseCase) (reasons []string) {
	state := func(s dryrun.Server, gate string) string {
		if on, ok := maps.Collect(s.Gates())[gate]; ok {
			return fmt.Sprint(on)
		}
		return "missing"
	}
	updated, old := jsonPaths(t, c.New), jsonPaths(t, c.Old)
	for _, gate := range slices.Sorted(maps.Keys(templateGates)) {
		now, uses := state(server, gate), templateGates[gate]
		switch {
		case now != state(dryrun.Server{}, gate) && uses.MatchString(updated+old):
			reasons = append(reasons, gate)
		case now == "false" && uses.MatchString(old):
			reasons = append(reasons, gate+" in the old object")
		}
	}
	for _, change := range templateChanges {
		if server.Version() <= change.last && change.uses.MatchString(updated+old) {
			reasons = append(reasons, change.reason)
		}
	}
	return reasons
}

// jsonPaths returns the fields in a JSON object, one per line, such as
// .spec.template.spec.containers.name="main". Elements of lists have no index.
func jsonPaths(t testing.TB, data json.RawMessage) string {
	if len(data) == 0 {
		return ""
	}
	var object any
	if err := json.Unmarshal(data, &object); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	var walk func(path string, value any)
	walk = func(path string, value any) {
		switch value := value.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(value)) {
				walk(path+"."+name, value[name])
			}
			if len(value) == 0 {
				fmt.Fprintf(&out, "%s={}\n", path)
			}
		case []any:
			for _, element := range value {
				walk(path, element)
			}
		default:
			fmt.Fprintf(&out, "%s=%#v\n", path, value)
		}
	}
	walk("", object)
	return out.String()
}

// replayPage returns the figures as Markdown.
func replayPage(figures []replayFigures) string {
	var page strings.Builder
	page.WriteString("# Package dryrun beside the recorded answers\n\n" +
		"`go test . -run TestReplay -args -update` writes this file. Without -update the test fails if a figure\n" +
		"changes. With or without it, the test fails if it can't explain a disagreement.\n\n" +
		"A case has no answer if the release lacks one of its feature gates or has locked it, or if the code of\n" +
		"the release panics. Objects and warnings are compared if both sides accept a case. Warnings are the same\n" +
		"if their number and their paths are.\n\n" +
		"| release | cases | no such gate | panics | compared | same verdict | same types and paths | accepted | same object | same warnings | disagreements |\n" +
		"| :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n")
	reasons := map[string]bool{}
	for _, f := range figures {
		fmt.Fprintf(&page, "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n", f.version, f.cases,
			f.unknownGate, f.panics, f.compared, f.verdict, f.errors, f.accepted, f.object, f.warnings, f.disagreements)
		for reason := range f.explained {
			reasons[reason] = true
		}
	}
	page.WriteString("\n## Disagreements\n\n" +
		"All are about a pod template. A feature gate explains one if the case uses the gate and the gate isn't\n" +
		"as in 1.37 by default, or if the gate is off and the old object of an update uses it. A case with\n" +
		"several reasons counts for each.\n\n| reason |")
	for _, f := range figures {
		fmt.Fprintf(&page, " %s |", f.version)
	}
	page.WriteString("\n| :-- |" + strings.Repeat(" --: |", len(figures)) + "\n")
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(&page, "| %s |", reason)
		for _, f := range figures {
			fmt.Fprintf(&page, " %d |", f.explained[reason])
		}
		page.WriteString("\n")
	}
	return page.String()
}

// readCompressed reads a gzip file with a JSON value in each line.
func readCompressed[T any](t testing.TB, file string) (list []T) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(r)
	for {
		var value T
		if err := decoder.Decode(&value); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list = append(list, value)
	}
}
