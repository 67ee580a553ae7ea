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

// companions are the reasons why kinds of errors never come alone, by their paths, types and
// texts.
var companions = []struct {
	kinds  *regexp.Regexp
	reason string
}{
	{ephemeral, "templates may not have ephemeral containers"},
	{regexp.MustCompile(`name part must be non-empty$|pod(Anti)?Affinity\..*topologyKey: Required`), "what is empty does not have the form of names either"},
	{regexp.MustCompile(`fileKeyRef\.volumeName: (Required|Invalid value: (a lowercase|must be no more|must not contain dots))`), "a volume with this name is as invalid, and without one the name is not found"},
	{regexp.MustCompile(`(liveness|startup)Probe\.successThreshold: Invalid value: must be greater than or equal to$`), "these probes need 1, and no more than that"},
	{regexp.MustCompile(`readinessProbe\.terminationGracePeriodSeconds: Invalid value: must be greater than$`), "readiness probes may not have any"},
	{regexp.MustCompile(`(ontainers\[\*\]\.resources|spec\.overhead)\..*(must be a standard resource type or fully qualified|prefix part must be non-empty)$`), "it is no standard resource for containers either"},
	{regexp.MustCompile(`resources\.requests\[\*\]: Invalid value: (\* is not positive integer multiple of|must be an integer|doesn't follow extended resource name standard)$`), "the limit has to equal the request, and so has the same error"},
	{regexp.MustCompile(`^spec\.template\.spec\.resources\.limits\[\*\]: Invalid value: must be an integer$`), "no resource of which there are integers is supported for pods"},
	{regexp.MustCompile(`^spec\.template\.spec\.resources\.requests\[\*\]: Invalid value: prefix part must be non-empty$`), "the limit has to equal the request, and so has the same error"},
	{regexp.MustCompile(`tolerations\[\*\]\.value: Invalid value: (must be non-empty|strconv.ParseInt: parsing \*: invalid syntax)$`), "what is no number has both an error for its form and one for its size"},
	{regexp.MustCompile(`^spec\.template\.spec\.resources\.claims\[`), "pods may not have claims in their resources"},
	{regexp.MustCompile(`must not already exist (as a path )?in volume(Mounts|Devices)$`), "the mount and the device are both reported"},
	{regexp.MustCompile(`volume(Devices|Mounts)\[\*\]\.name: Required`), "the volume is not found, or has no name either"},
	{regexp.MustCompile(`(hostnameOverride|csi\.driver|managedBy): Invalid value: must be no more than \* characters$`), "there is a lower limit beside it"},
	{regexp.MustCompile(`initContainers\[\*\]\.securityContext\.windowsOptions\.hostProcess: Invalid`), "a container that is like the pod would not be like the init container, and one that is not has the error too"},
	{regexp.MustCompile(`nfs\.path: Required`), "what is empty is no absolute path either"},
	{regexp.MustCompile(`clusterTrustBundle\.(name|signerName): Required`), "what is empty does not have the form of such names either"},
	{regexp.MustCompile(`^spec\.maxFailedIndexes: Invalid value: must be less than or equal to$`), "there are not as many completions, or so many that the limit is lower"},
	{regexp.MustCompile(`^spec\.maxFailedIndexes: Invalid value: requires indexed completion mode$`), "it needs backoffLimitPerIndex, which requires this too"},
	{regexp.MustCompile(`^spec\.selector: Required`), "without a selector the labels do not match it"},
}

// reasonFor returns why a kind of error never comes alone, or "".
func reasonFor(k kind) string {
	for _, c := range companions {
		if c.kinds.MatchString(k.String()) {
			return c.reason
		}
	}
	return ""
}

// checkCompanions holds that each kind is met alone or has a reason why not, and no kind both.
func checkCompanions(t *testing.T, all *tally) {
	t.Helper()
	matched := map[*regexp.Regexp]bool{}
	for _, k := range slices.SortedFunc(maps.Keys(all.kinds), kind.compare) {
		reason, alone := reasonFor(k), all.kinds[k].alone > 0
		for _, c := range companions { // the first is the reason
			if c.kinds.MatchString(k.String()) {
				matched[c.kinds] = true
				break
			}
		}
		switch {
		case !alone && reason == "":
			t.Errorf("never alone, without a reason: %v", k)
		case alone && reason != "":
			t.Errorf("met alone, though %s: %v", reason, k)
		}
	}
	for _, c := range companions {
		if !matched[c.kinds] {
			t.Errorf("a reason for no kind: %v: %s", c.kinds, c.reason)
		}
	}
}

// writeNeverAlone writes the kinds that no case has as its only error, by reason.
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
## Kinds that are never met alone

The others, by the reason that an error of another kind is always beside them, with their types,
texts and paths. In [%s](%s) they have a line each.

`, kindsFile, kindsFile)
	for _, reason := range slices.Sorted(maps.Keys(groups)) {
		g := groups[reason]
		fmt.Fprintf(b, "- %d, since %s: %s at `%s`\n", g.kinds, reason,
			strings.Join(slices.Sorted(maps.Keys(g.texts)), "; "), strings.Join(slices.Sorted(maps.Keys(g.paths)), "`, `"))
	}
	b.WriteString("\n")
}

// ephemeral is the path of what is all never alone.
var ephemeral = regexp.MustCompile(`^spec\.template\.spec\.ephemeralContainers\[\*\]`)
