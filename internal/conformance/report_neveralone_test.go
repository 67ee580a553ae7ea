package conformance

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// companions explains which kinds of errors never come alone: another error always comes with
// them. A kind is matched by its path, type and text.
var companions = []struct {
	kinds  *regexp.Regexp
	reason string
}{
	{ephemeral, "templates may not have ephemeral containers"},
	{regexp.MustCompile(`name part must be non-empty$|pod(Anti)?Affinity\..*topologyKey: Required`), "an empty string isn't a valid name either"},
	{regexp.MustCompile(`fileKeyRef\.volumeName: (Required|Invalid value: (a lowercase|must be no more|must not contain dots))`), "a volume of this name is invalid too, and without such a volume the name is not found"},
	{regexp.MustCompile(`(liveness|startup)Probe\.successThreshold: Invalid value: must be greater than or equal to$`), "these probes need exactly 1"},
	{regexp.MustCompile(`readinessProbe\.terminationGracePeriodSeconds: Invalid value: must be greater than$`), "readiness probes may not have a grace period"},
	{regexp.MustCompile(`(ontainers\[\*\]\.resources|spec\.overhead)\..*(must be a standard resource type or fully qualified|prefix part must be non-empty)$`), "the name isn't a standard resource for containers either"},
	{regexp.MustCompile(`resources\.requests\[\*\]: Invalid value: (\* is not positive integer multiple of|must be an integer|doesn't follow extended resource name standard)$`), "the limit has to equal the request, and so has the same error"},
	{regexp.MustCompile(`^spec\.template\.spec\.resources\.limits\[\*\]: Invalid value: must be an integer$`), "pods don't support any resource that is counted in integers"},
	{regexp.MustCompile(`^spec\.template\.spec\.resources\.requests\[\*\]: Invalid value: prefix part must be non-empty$`), "the limit has to equal the request, and so has the same error"},
	{regexp.MustCompile(`tolerations\[\*\]\.value: Invalid value: (must be non-empty|strconv.ParseInt: parsing \*: invalid syntax)$`), "a value that isn't a number has one error for its form and one for its size"},
	{regexp.MustCompile(`^spec\.template\.spec\.resources\.claims\[`), "pods may not have claims in their resources"},
	{regexp.MustCompile(`must not already exist (as a path )?in volume(Mounts|Devices)$`), "the mount and the device are both reported"},
	{regexp.MustCompile(`volume(Devices|Mounts)\[\*\]\.name: Required`), "the volume is not found, or has no name itself"},
	{regexp.MustCompile(`(hostnameOverride|csi\.driver|managedBy): Invalid value: must be no more than \* characters$`), "another rule has a lower limit"},
	{regexp.MustCompile(`initContainers\[\*\]\.securityContext\.windowsOptions\.hostProcess: Invalid`), "a container that agrees with the pod disagrees with the init container, and one that doesn't agree with the pod has this error too"},
	{regexp.MustCompile(`nfs\.path: Required`), "an empty string isn't an absolute path either"},
	{regexp.MustCompile(`clusterTrustBundle\.(name|signerName): Required`), "an empty string isn't a valid object or signer name either"},
	{regexp.MustCompile(`^spec\.maxFailedIndexes: Invalid value: must be less than or equal to$`), "the Job has fewer completions, or so many that a lower limit applies"},
	{regexp.MustCompile(`^spec\.maxFailedIndexes: Invalid value: requires indexed completion mode$`), "it needs backoffLimitPerIndex, which has the same requirement"},
	{regexp.MustCompile(`^spec\.selector: Required`), "without a selector the labels can't match it"},
}

// reasonFor returns why a kind of error never comes alone. It returns "" for a kind that may.
func reasonFor(k kind) string {
	for _, c := range companions {
		if c.kinds.MatchString(k.String()) {
			return c.reason
		}
	}
	return ""
}

// checkCompanions checks that every kind either occurred alone or has a reason why it can't.
func checkCompanions(t *testing.T, all *tally) {
	t.Helper()
	matched := map[*regexp.Regexp]bool{}
	for _, k := range slices.SortedFunc(maps.Keys(all.kinds), kind.compare) {
		reason, alone := reasonFor(k), all.kinds[k].alone > 0
		for _, c := range companions { // the first match is the reason
			if c.kinds.MatchString(k.String()) {
				matched[c.kinds] = true
				break
			}
		}
		switch {
		case !alone && reason == "":
			t.Errorf("this kind never occurred alone: add a case, or a reason to companions: %v", k)
		case alone && reason != "":
			t.Errorf("this kind occurred alone although %s: remove the reason: %v", reason, k)
		}
	}
	for _, c := range companions {
		if !matched[c.kinds] {
			t.Errorf("this reason matches no kind: %v: %s", c.kinds, c.reason)
		}
	}
}

// writeNeverAlone writes the kinds that no case has as its only error, grouped by reason.
func writeNeverAlone(b *bytes.Buffer, all *tally) {
	type group struct {
		kinds        int
		texts, paths map[string]bool
	}
	groups := map[string]*group{}
	for k, m := range all.kinds {
		if m.alone > 0 {
			continue
		}
		reason := reasonFor(k)
		g := groups[reason]
		if g == nil {
			g = &group{0, map[string]bool{}, map[string]bool{}}
			groups[reason] = g
		}
		g.kinds++
		if of := ephemeral.FindString(k.path); of != "" {
			g.paths[of+".*"], g.texts["any"] = true, true
			continue
		}
		g.paths[family(k.path)] = true
		text, _, long := strings.Cut(k.text, " must consist of ")
		if long {
			text += " must consist of ..."
		}
		g.texts[strings.TrimSuffix(strings.TrimSuffix(k.errorType, " value")+": "+text, ": ")] = true
	}
	fmt.Fprintf(b, `
## Kinds that never occur alone

An error of another kind always comes with these. They are grouped by the reason, with their types,
texts and paths. [%s](%s) lists each kind.

`, kindsFile, kindsFile)
	for _, reason := range slices.Sorted(maps.Keys(groups)) {
		g := groups[reason]
		fmt.Fprintf(b, "- %d, because %s: %s at `%s`\n", g.kinds, reason,
			strings.Join(slices.Sorted(maps.Keys(g.texts)), "; "), strings.Join(slices.Sorted(maps.Keys(g.paths)), "`, `"))
	}
	b.WriteString("\n")
}

// ephemeral matches paths in ephemeral containers, whose errors never come alone.
var ephemeral = regexp.MustCompile(`^spec\.template\.spec\.ephemeralContainers\[\*\]`)
