package apiserver

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestServer compares all manifests with one server.
func TestServer(t *testing.T) {
	s := start(t)
	t.Run("sound manifests", func(t *testing.T) { testSound(t, s) })
	t.Run("other manifests", func(t *testing.T) { testOthers(t, s) })
	t.Run("corpus", func(t *testing.T) { testCorpus(t, s) })
	t.Run("single changes", func(t *testing.T) { testChanges(t, s) })
	t.Run("random changes", func(t *testing.T) { testRandom(t, s) })
	t.Run("updates", func(t *testing.T) { testUpdates(t, s) })
}

// soundFolders have valid hand-written manifests, and what examples/manifest made of them.
var soundFolders = []string{"valid", "converted/*", "defaulted", "stored"}

// testSound creates every manifest in soundFolders. A server refuses a Job that was read back from a
// server, so such a Job is created without its generated selector.
func testSound(t *testing.T, s server) {
	all := newTally()
	for _, folder := range soundFolders {
		for _, file := range files(t, folder) {
			t.Run(strings.TrimPrefix(file, testdata), func(t *testing.T) {
				namespace := s.namespace(t)
				for _, job := range jobs(t, file) {
					job.Namespace = ""
					d := document{inJSON, encode(t, job)}
					p, ok := s.verdict(t, d, all)
					if p.leftOver != nil {
						d.data = encode(t, stripped(t, job))
						_, ok = s.verdict(t, d, all)
					}
					switch {
					case ok:
						s.store(t, namespace, d, all)
					case folder == "valid":
						t.Errorf("%s is refused: %v", job.Name, p.errs)
					}
				}
			})
		}
	}
	all.report(t, accepted, stored, refused, leftOver)
}

// testOthers sends every document in the other folders, many of which are invalid. It sends them as
// they are, except for the fields that only jobapi has.
func testOthers(t *testing.T, s server) {
	all := newTally()
	for _, file := range slices.Concat(files(t, "*"), files(t, "lint/*")) {
		folder := filepath.Base(filepath.Dir(file))
		if slices.Contains(soundFolders, folder) {
			continue
		}
		t.Run(strings.TrimPrefix(file, testdata), func(t *testing.T) {
			sound := all.outcomes[accepted]
			documents := read(t, file)
			for _, d := range documents {
				s.verdict(t, withoutOwnFields(t, d), all)
			}
			switch sound = all.outcomes[accepted] - sound; {
			case len(documents) == 0:
				t.Log("no document to send")
			case folder == "broken" && len(documents) == sound:
				t.Errorf("kube-apiserver accepts all %d documents, want an error", sound)
			}
		})
	}
	all.report(t, refused, unread)
}

// testChanges creates the plain manifest with each change.
func testChanges(t *testing.T, s server) {
	all := newTally()
	for _, c := range changes() {
		t.Run(c.String(), func(t *testing.T) {
			d := toDocument(t, c.apply(t, plain(t)))
			if _, ok := s.verdict(t, d, all); ok {
				s.store(t, s.namespace(t), d, all)
			}
		})
	}
	all.report(t, accepted, stored, warned, ownVerdict, refused, unread, leftOver, panicked)
}

// testRandom creates valid manifests after a few random changes.
func testRandom(t *testing.T, s server) {
	bases := []document{toDocument(t, plain(t))}
	for _, file := range files(t, "valid") {
		for _, job := range jobs(t, file) {
			job.Namespace = ""
			bases = append(bases, document{inJSON, encode(t, job)})
		}
	}
	m := mutator{newRandom(t), changes()}
	all := newTally()
	for range *count {
		changed := tree(t, bases[m.IntN(len(bases))].data)
		for range 1 + m.IntN(4) {
			changed = m.mutate(t, changed)
		}
		d := toDocument(t, changed)
		if _, ok := s.verdict(t, d, all); ok {
			s.store(t, s.namespace(t), d, all)
		}
		if t.Failed() {
			return
		}
	}
	all.report(t, accepted, stored, refused, unread)
}
