package index

import "strings"

// pair is a key with one value, and the label sets that have it. A pair is there as long as
// one has.
type pair struct {
	key   *labelKey
	value string
	sets  posting
	// id is what label sets are made of. It goes to another pair when this one is dropped.
	id uint32
}

// labelKey is a key that some label set has.
type labelKey struct {
	name   string
	values shrinkingMap[string, *pair]
	// any has the label sets with the key, whatever the value. It is no pair of its own.
	any     pair
	numbers numbers
	// likely is a pair of the key that is probably looked for next, or nil.
	likely *pair
	// comes is scratch memory of [labelSets.post]: the label set gets another pair of the key.
	comes bool
}

// symbols are all keys and pairs. Their strings are copies, so that no text is kept in memory
// that a label was cut from.
type symbols struct {
	keys shrinkingMap[string, *labelKey]
	// quick has most keys once more, by [quickly]: an index has few of them and looks for one with
	// every label.
	quick [128]*labelKey
	pairs []*pair  // by id
	spare []uint32 // ids that are free
}

// quickly returns the place of a key in symbols.quick. It is no hash to rely on.
func quickly(name string) int {
	if name == "" {
		return 0
	}
	return (len(name)*5 + int(name[len(name)-1])) % 128
}

// key returns a key, or nil.
func (s *symbols) key(name string) *labelKey {
	if key := s.quick[quickly(name)]; key != nil && key.name == name {
		return key
	}
	return s.keys.entries[name]
}

// intern returns the pair of a label, new if it is not there.
func (s *symbols) intern(name, value string) *pair {
	key := s.key(name)
	if key == nil {
		key = &labelKey{name: strings.Clone(name)}
		s.keys.put(key.name, key)
		s.quick[quickly(name)] = key
	}
	if p := key.likely; p != nil && p.value == value {
		return p
	}
	if p := key.values.entries[value]; p != nil {
		return p
	}
	p := &pair{key: key, value: strings.Clone(value)}
	if last := len(s.spare) - 1; last >= 0 {
		p.id = s.spare[last]
		s.spare = without(s.spare, last)
		s.pairs[p.id] = p
	} else {
		p.id = uint32(len(s.pairs))
		s.pairs = append(s.pairs, p)
	}
	key.values.put(p.value, p)
	if n, ok := parseNumber(value); ok {
		key.numbers.insert(number{n, p})
	}
	return p
}

// drop forgets a pair that no label set has, and its key if this was the last.
func (s *symbols) drop(p *pair) {
	key := p.key
	if n, ok := parseNumber(p.value); ok {
		key.numbers.remove(number{n, p})
	}
	key.values.remove(p.value)
	if key.likely == p {
		key.likely = nil
	}
	s.pairs[p.id] = nil
	s.spare = append(s.spare, p.id)
	if len(key.values.entries) == 0 {
		s.keys.remove(key.name)
		if quick := &s.quick[quickly(key.name)]; *quick == key {
			*quick = nil
		}
	}
}
