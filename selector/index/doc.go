// Package index finds objects by selector, and selectors by labels, without looking at all of
// them.
//
//   - [Objects] answers: which objects does this selector match? A cache of pods answers list
//     requests with it, and groups by label.
//   - [Selectors] answers: which selectors match these labels? A controller learns which Jobs own
//     a pod, a watch who must hear of a change, a linter which controllers overlap.
//   - The answers are exactly those of [selector.Selector.Matches] and
//     [selector.Selector.Overlaps], for all operators and all labels, valid or not.
//   - The zero value of both is ready. IDs are any comparable values: names, pointers, UIDs. An
//     ID stands for itself, so one that does not equal itself, such as NaN, cannot be found again.
//   - Both are safe for concurrent use. Readers wait for writers only. A query sees one
//     state, the one at the start of the call, or of the range over the sequence that it
//     returned. No lock is held while the caller's code runs: the body of a range loop may
//     change the index.
//   - Label sets and selectors are read during the call only. The caller may change the map
//     afterwards.
//   - Results come in no particular order, but for [Objects.Values].
//
// # Objects
//
// Every label gets a number, and every distinct set of labels is stored once, as the numbers of
// its labels; objects with equal labels, as the replicas of a controller have, cost a few words
// each beside it. For each label there is the list of the sets that have it: sorted numbers while
// it is short, blocks of 65,536 bits where it is dense. The sets with a key at all have such a
// list too, and the values of a key that are integers are kept in order for > and <.
//
// The lists know their lengths, so a query starts with the requirement that the fewest sets meet.
// If they are few it looks each of them up in the other lists; if they are many, and where there
// are only negative requirements, it combines the lists a block at a time, 64 sets in one step.
//
//   - Set, Delete: in proportion to the labels of the object. Never to the number of objects that
//     share one.
//   - Select, AppendSelect: in proportion to the result, and to the list of the rarest
//     requirement, or to a bit for each distinct set and list.
//   - Count: the same without the result.
//   - Values: in proportion to the values of the key, to the distinct sets that have it if some
//     objects have equal labels, and to sort the values.
//   - Numeric requirements: in proportion to the values in range.
//   - Memory: beside the caller's own maps some 150 bytes an object with ten labels if no two
//     objects have equal labels, some 35 if twenty have. What a deleted object leaves is used
//     again, and an empty index gives its memory back.
//
// # Selectors
//
// Equal selectors are stored once. Each is found by one of its requirements, the anchor: the one
// whose label or key the fewest other selectors are found by, as things stand; what piles up is
// distributed anew. So the labels of an object lead to few selectors that do not match it. A
// selector without a requirement that needs a label to be there has no anchor, is tried for all
// labels, and is counted by [Selectors.Unindexed].
//
// For overlaps there is, for each key and value, the set of selectors that allow the value, as a
// list or as bits. What can overlap a selector is, for each of its keys, what allows one of its
// values or restricts the key to no list; those sets are combined 64 selectors in a step, and what
// they cannot decide is left to [selector.Selector.Overlaps].
//
//   - Set, Delete: in proportion to the text of the selector.
//   - Matching: in proportion to the labels, the selectors found by one of them, and those without
//     an anchor.
//   - Changes: twice that, and to sort the result.
//   - Overlapping: in proportion to the result, and a few bits for each selector. The first call
//     takes time for all selectors, and those who never call it pay nothing.
//   - Overlaps: in proportion to the pairs, and a few bits for every two selectors.
//   - Both may also call [selector.Selector.Overlaps] for two selectors that name the same key, if
//     either says anything about it but one list of values.
//
// # When not to use it
//
// An index pays when there are many more queries than changes, or more than some hundred objects.
// For a single query over a slice, [selector.Selector.Matches] in a loop is faster than filling
// an index. Where all that is ever asked is one label with one value, a map does.
package index
