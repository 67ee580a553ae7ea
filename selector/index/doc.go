// Package index finds objects by selector, and selectors by labels, without a scan.
//
//   - [Objects] answers: which objects does this selector match? A cache of pods serves list
//     requests with it, and groups pods by label.
//   - [Selectors] answers: which selectors match these labels, and which overlap? A controller
//     learns which Jobs own a pod, a watch which clients to notify, a linter which controllers
//     claim the same pods.
//
// # Contract
//
//  1. The answers are those of [selector.Selector.Matches] and [selector.Selector.Overlaps], for
//     all operators and all labels, valid or not.
//  2. The zero value is an empty index, ready to use.
//  3. An ID is any comparable value. An ID that does not equal itself, such as NaN, cannot be found
//     again.
//  4. An index is safe for concurrent use. Readers wait for writers only.
//  5. A query sees one state of the index: that at the start of the call or, if the method returns
//     a sequence, that at the start of the iteration.
//  6. No lock is held while the code of the caller runs, so the body of a range loop may change the
//     index.
//  7. Label sets are read during the call only. The caller may change or drop the map afterwards,
//     and owns the maps that an index returns.
//  8. Results are in no particular order, except those of [Objects.Values].
//
// # One query, step by step
//
// Four pods are in an index:
//
//	pods.Set("web-1", labels.Set{"app": "web", "env": "prod"})
//	pods.Set("web-2", labels.Set{"app": "web", "env": "prod"})
//	pods.Set("web-3", labels.Set{"app": "web", "env": "dev"})
//	pods.Set("db-1", labels.Set{"app": "db", "env": "prod"})
//
// The index is an inverted index, as search engines have it. It stores each distinct label set
// once, under a number. For each label, and for each key, it has a posting list: the numbers of the
// label sets that have it. Each label set knows its objects.
//
//	dictionary                posting lists     label sets           objects
//
//	app ─────────── any ────▶ 0 1 2             0  app=web env=prod  web-1 web-2
//	     ├───────── web ────▶ 0 1               1  app=web env=dev   web-3
//	     └───────── db ─────▶ 2                 2  app=db  env=prod  db-1
//	env ─────────── any ────▶ 0 1 2
//	     ├───────── prod ───▶ 0 2
//	     └───────── dev ────▶ 1
//
// pods.Select(selector.MustParse("app=web,env!=prod")) takes four steps:
//
//  1. Look up. Each requirement becomes a term, a union of posting lists: app=web is the list {0 1},
//     env!=prod excludes the list {0 2}. If a term that does not exclude is empty, nothing matches.
//  2. Order. The term with the fewest label sets comes first, terms that exclude come last. If all
//     terms exclude, the list of all label sets comes first.
//  3. Intersect. If the first term has few label sets, the query looks up each of them in the lists
//     of the other terms. Otherwise it combines all terms as bits, 64 label sets at a time: {0 1}
//     without {0 2} is {1}.
//  4. List the objects of the label sets that are left: web-3.
//
// The steps are in query.go. Set and Delete keep the picture up to date: dictionary.go has its
// first column, labelsets.go the next two, members.go the last one. A posting list is a
// bitmap.Bitmap, which is a sorted slice while it is short and bits where it is dense.
//
// Costs of [Objects], for an index of n distinct label sets:
//
//   - Set and Delete take time in proportion to the labels of the object. The number of objects that
//     have the same labels does not matter.
//   - Select and Count take time in proportion to the shortest term, or n/64 steps for each term if
//     all terms are long. Select also takes time in proportion to the result.
//   - A numeric requirement takes time in proportion to the values in its range.
//   - An object with ten labels takes some 150 bytes beside the map of the caller, or some 35 bytes
//     if twenty objects share each label set.
//
// # Selectors
//
// Selectors stores equal selectors once. To find the selectors that match some labels, it puts
// each selector into the bucket of one label that the selector needs, its anchor. So app=web,env=prod
// is in the bucket of app=web or in that of env=prod: in the one with fewer selectors. A query tries
// the selectors in the buckets of its labels, of which most match, and those that need no label at
// all, such as !canary. When a bucket has doubled, its selectors move to better anchors.
//
// To find the selectors that overlap, it has a list of selectors for each value that they allow or
// exclude, and combines such lists as bits. [selector.Selector.Overlaps] decides where the lists
// cannot.
//
//   - Set and Delete take time in proportion to the text of the selector.
//   - Matching takes time in proportion to the labels and the selectors that it tries. Changes takes
//     twice the time, and the time to sort the result.
//   - Overlapping takes time in proportion to the result, and a few bits for each selector. Its
//     first call looks at all selectors; an index that is never asked for overlaps pays nothing.
//   - Overlaps takes time in proportion to the pairs, and a few bits for every two selectors.
//
// # When not to use it
//
// An index pays off if there are many more queries than changes, or more than some hundred objects.
// For one query over a slice, a loop with [selector.Selector.Matches] is faster than filling an
// index. If all queries ask for the value of one label, a map is enough.
package index
