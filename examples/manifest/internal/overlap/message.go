package overlap

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// Message says which controller the Job overlaps with, and on which labels.
func (o Overlap) Message() string {
	if o.Possible {
		example, _ := o.Job.Selector.And(*o.Other.Selector).Example() // the selectors overlap, so there is one
		return fmt.Sprintf("could select the same pods as %s: both match the labels %s, which no template in the input has%s",
			o.Other, labelText(example), moreText(o.More))
	}
	what, pods := "selects the pods of "+o.Other.String(), o.Other
	if !o.Job.Selector.Matches(o.Other.Template) {
		what, pods = "overlaps with "+o.Other.String()+", which selects the pods of this Job", o.Job
	}
	return fmt.Sprintf("%s: both select %s%s; choose labels that only this Job's pods have, or let the server generate them",
		what, pods.matchedLabels(o.Job.Selector, o.Other.Selector), moreText(o.More))
}

// matchedLabels returns the labels of the controller's pods that the selectors ask for, as text.
func (c *Controller) matchedLabels(selectors ...*selector.Selector) string {
	asked := labels.Set{}
	for _, s := range selectors {
		if s == nil {
			continue
		}
		for r := range s.Requirements() {
			if value, ok := c.Template[r.Key()]; ok {
				asked[r.Key()] = value
			}
		}
	}
	if len(asked) == 0 { // they only ask for labels to be missing
		asked = maps.Clone(c.Template)
	}
	keys := slices.Sorted(maps.Keys(asked))
	maps.DeleteFunc(asked, func(_, value string) bool { return slices.Contains(c.Invented, value) })
	if len(asked) == 0 && len(keys) > 0 {
		return finding.Truncate(strings.Join(keys, ", "), maxLabels) // a key alone, as selectors write it
	}
	return labelText(asked)
}

// maxLabels is how many bytes of labels a message shows.
const maxLabels = 200

func labelText(set labels.Set) string {
	if len(set) == 0 {
		return "pods without labels"
	}
	return strings.ReplaceAll(finding.Truncate(set.String(), maxLabels), ",", ", ")
}

func moreText(more int) string {
	switch more {
	case 0:
		return ""
	case 1:
		return " (and 1 more controller)"
	default:
		return fmt.Sprintf(" (and %d more controllers)", more)
	}
}
