package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/labels"
)

// The identity that a Job is judged under, since only a server can give it a real one.
const (
	madeUpUID  = types.UID("00000000-0000-4000-8000-000000000000")
	madeUpName = "made-up"
)

// madeFrom returns the name that a server would make from generateName, but for the end.
func madeFrom(generateName string) string {
	const limit, suffix = 63, "xxxxx"
	return generateName[:min(len(generateName), limit-len(suffix))] + suffix
}

// generate does what automatic mode does to a Job, under a made-up identity. It reports false
// if the server would reject the Job for what another one left in it, which is a finding.
func (j *judge) generate(it item, job *batch.Job) bool {
	job.UID = madeUpUID
	switch {
	case job.Name != "":
	case job.GenerateName != "":
		job.Name = madeFrom(job.GenerateName)
	default: // an error of its own
		job.Name = madeUpName
		defer func() { job.Name = "" }()
	}
	found := leftOversOf(job, j.keys)
	// Name, UID and keys are there, so there is nothing that it could refuse.
	_, _ = defaulting.GenerateSelector(job, j.keys)
	if found == nil {
		return true
	}
	j.add(it, leftOver, found.path(), found.message())
	return false
}

// leftOvers is what a Job in automatic mode has from the Job that it was copied from.
type leftOvers struct {
	selector    bool
	keys        []string // of labels of the template
	names, uids []string // of the other Job
}

// leftOversOf returns what a Job has from another one, and takes it away; nil if nothing.
func leftOversOf(job *batch.Job, generated batch.SelectorLabels) *leftOvers {
	if job.Spec.ManualSelector != nil && *job.Spec.ManualSelector {
		return nil
	}
	var l leftOvers
	if s := job.Spec.Selector; s != nil && len(s.MatchLabels) > 0 && len(s.MatchExpressions) == 0 {
		l.selector = true
		for key, value := range s.MatchLabels {
			l.selector = l.selector && slices.Contains(generated.UID, key)
			l.uids = append(l.uids, value)
		}
		if l.selector {
			job.Spec.Selector = nil
		} else {
			l.uids = nil
		}
	}
	template := job.Spec.Template.Labels
	for _, key := range generated.UID {
		if value, ok := template[key]; ok {
			l.keys, l.uids = append(l.keys, key), append(l.uids, value)
		}
	}
	for _, key := range generated.Name {
		value, ok := template[key]
		if ok && (value != job.Name || len(l.uids) > 0) {
			l.names = append(l.names, value)
		}
		if ok && value != job.Name {
			l.keys = append(l.keys, key)
		}
	}
	if !l.selector && len(l.keys) == 0 {
		return nil
	}
	job.Spec.Template.Labels = maps.Clone(template)
	for _, key := range l.keys {
		delete(job.Spec.Template.Labels, key)
	}
	for _, list := range []*[]string{&l.keys, &l.names, &l.uids} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return &l
}

// path returns the field that the finding is about: the first that is to be removed.
func (l *leftOvers) path() string {
	if l.selector {
		return "spec.selector"
	}
	return entry("spec.template.metadata.labels", l.keys[0])
}

// message names the other Job, and what to remove.
func (l *leftOvers) message() string {
	var remove []string
	if l.selector {
		remove = append(remove, "spec.selector")
	}
	for _, key := range l.keys {
		remove = append(remove, entry("spec.template.metadata.labels", key))
	}
	var other string
	switch {
	case len(l.names) > 0 && len(l.uids) > 0:
		other = fmt.Sprintf("Job %s with UID %s", quoted(l.names), quoted(l.uids))
	case len(l.names) > 0:
		other = "Job " + quoted(l.names)
	default:
		other = "the Job with UID " + quoted(l.uids)
	}
	return fmt.Sprintf("generated for %s, from which this one was copied: remove %s", other, strings.Join(remove, ", "))
}

// quoted lists values, as many as people read.
func quoted(values []string) string {
	const shown = 3
	var out []string
	for _, value := range values[:min(len(values), shown)] {
		out = append(out, fmt.Sprintf("%q", cut(value, 100)))
	}
	if len(values) > shown {
		out = append(out, fmt.Sprintf("%d more", len(values)-shown))
	}
	return strings.Join(out, " and ")
}

// reserved warns of labels whose prefix is Kubernetes' own, but for those that users are
// asked to set and those that servers generate.
func (j *judge) reserved(it item, set labels.Set, path string) {
	const common = "app.kubernetes.io"
	for key := range set.All() {
		if !labels.IsReserved(key) || labels.Prefix(key) == common || slices.Contains(j.keys.UID, key) || slices.Contains(j.keys.Name, key) {
			continue
		}
		at := entry(path, key)
		j.record(it.find, it, kind{warningSeverity, true}, reservedPrefix, at,
			fmt.Sprintf("the prefix %s is reserved for Kubernetes: take one of your own, or none", labels.Prefix(key)))
	}
}
