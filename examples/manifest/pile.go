package main

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"iter"
	"slices"
	"sync"
)

// packSize is how many findings are packed together.
const packSize = 50

// pile is findings in their order. There can be millions, which are much alike, so all but the
// latest are kept compressed: some 30 bytes each.
type pile struct {
	packed [][]byte
	latest []finding
}

// add adds findings that come after all that were added before.
func (p *pile) add(findings ...finding) {
	for _, f := range findings {
		p.latest = append(p.latest, f)
		if len(p.latest) == packSize {
			p.packed = append(p.packed, pack(p.latest))
			clear(p.latest)
			p.latest = p.latest[:0]
		}
	}
}

// all returns the findings.
func (p *pile) all() iter.Seq[finding] {
	return func(yield func(finding) bool) {
		for _, packed := range p.packed {
			for _, f := range unpack(packed) {
				if !yield(f) {
					return
				}
			}
		}
		for _, f := range p.latest {
			if !yield(f) {
				return
			}
		}
	}
}

// merged returns findings of one file in the order of their lines. The first are in that order
// already.
func merged(sorted iter.Seq[finding], others []finding) iter.Seq[finding] {
	others = slices.Clone(others)
	slices.SortStableFunc(others, byPlace)
	return func(yield func(finding) bool) {
		rest := others
		for f := range sorted {
			for len(rest) > 0 && byPlace(rest[0], f) < 0 {
				if !yield(rest[0]) {
					return
				}
				rest = rest[1:]
			}
			if !yield(f) {
				return
			}
		}
		for _, f := range rest {
			if !yield(f) {
				return
			}
		}
	}
}

// compressors are large, and used again.
var compressors = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed) // the level is a valid one
	return w
}}

// pack compresses findings. Nothing can fail on the way into memory, or back.
func pack(findings []finding) []byte {
	var out bytes.Buffer
	w := compressors.Get().(*flate.Writer)
	defer compressors.Put(w)
	w.Reset(&out)
	_ = gob.NewEncoder(w).Encode(findings)
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

func unpack(packed []byte) []finding {
	var findings []finding
	_ = gob.NewDecoder(flate.NewReader(bytes.NewReader(packed))).Decode(&findings)
	return findings
}
