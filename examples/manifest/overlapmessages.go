package main

import (
	"fmt"
	"maps"
	"strings"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// message says whom a Job overlaps with, and on which labels.
func message(c, other *controller, more int) string {
	how, pods := "selects the pods of "+other.String(), other.template
	if !c.selector.Matches(other.template) {
		how, pods = "overlaps with "+other.String()+", which selects the pods of this Job", c.template
	}
	return fmt.Sprintf("%s: both select %s%s; choose labels that only this Job's pods have, or let the server generate them",
		how, labelText(relevant(pods, c, other)), moreText(more))
}

// possibleMessage says which labels two controllers would both select.
func possibleMessage(c, other *controller, more int) string {
	example, _ := c.selector.And(*other.selector).Example() // they overlap, so there is one
	return fmt.Sprintf("could select the same pods as %s: both match the labels %s, which no template in the input has%s",
		other, labelText(example), moreText(more))
}

// relevant returns the labels of pods that the selectors of the two ask for, or all of them
// if they ask for none. A made-up UID is nobody's label.
func relevant(pods labels.Set, controllers ...*controller) labels.Set {
	found := labels.Set{}
	for _, c := range controllers {
		if c.selector == nil {
			continue
		}
		for key := range keysIn(*c.selector) {
			if value, ok := pods[key]; ok {
				found[key] = value
			}
		}
	}
	if len(found) == 0 {
		maps.Copy(found, pods)
	}
	maps.DeleteFunc(found, func(_, value string) bool { return value == string(madeUpUID) })
	return found
}

// keysIn returns the keys that a selector is about.
func keysIn(s selector.Selector) map[string]bool {
	keys := map[string]bool{}
	for r := range s.Requirements() {
		keys[r.Key()] = true
	}
	return keys
}

func labelText(set labels.Set) string {
	if len(set) == 0 {
		return "pods without labels"
	}
	return strings.ReplaceAll(cut(set.String(), 200), ",", ", ")
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
