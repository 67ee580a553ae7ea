// Package selector reads, matches and reasons about the label selectors of Kubernetes.
//
// # Syntax
//
// The text of a selector is what kubectl and the query parameter labelSelector take:
//
//	selector    = [ requirement { "," requirement } ]
//	requirement = key [ equality | comparison | set ] | "!" key
//	equality    = ( "=" | "==" | "!=" ) [ value ]
//	comparison  = ( ">" | "<" ) integer
//	set         = ( "in" | "notin" ) "(" [ value ] { "," [ value ] } ")"
//
// Keys and values are those of package labels; a value that is left out is the empty one. An
// integer has 64 bits, base 10 and no sign. Tokens can have spaces, tabs and line ends around
// them. The words in and notin are operators only behind a key. There are no quotes, no
// wildcards, no parentheses around requirements and no or.
//
// [Parse] accepts exactly what apimachinery's labels.Parse accepts, but for text with NUL bytes,
// of which that ignores the rest.
//
// # Meaning
//
//   - All requirements must hold. Without requirements a selector matches everything.
//   - = and == mean the same as in with one value, and != the same as notin with one value.
//   - =, in, a key alone, > and < need the label to be there. !=, notin and ! hold for a label
//     that is absent.
//   - The empty value is a value: a= needs the label a.
//   - > and < compare the value as an integer, so 5 and 05 are the same to them and different to
//     =. A value that is no integer of 64 bits meets neither.
//   - A key may have several requirements, also contradicting ones.
//   - A nil LabelSelector selects nothing, an empty one everything.
//
// [Selector.Matches] agrees with apimachinery on every set of labels.
//
// # One text
//
// Selectors are kept and written in one canonical form: requirements sorted by key, operator and
// values, values sorted, no duplicates, = for one value and in for several. [Selector.Equal]
// compares that form; [Selector.Equivalent] compares what selectors match, and
// [Selector.Simplify] gives equivalent selectors the same text.
//
// # The algebra
//
// [Selector.Satisfiable], [Selector.Overlaps], [Selector.Implies] and [Selector.Equivalent] are
// decisions about all valid labels, not heuristics. Requirements on different keys do not
// depend on each other, and what one label may be is a list of values, all values but some, or a
// range of integers, with or without the label being absent.
//
// # Cost
//
//   - Parse: time and memory in proportion to the text, plus sorting; two allocations for most
//     selectors. The selector keeps the text in memory. Nothing recurses on the input.
//   - Matches: one map lookup for each requirement, and for lists a search that hardly depends
//     on their length. No allocation.
//   - Overlaps, Satisfiable: time in proportion to the requirements. No allocation, but for keys
//     with many requirements.
//   - Implies, Equivalent, Simplify, Example: the same, plus sorting values, with allocations.
//
// # Concurrency and memory
//
// A [Selector] is an immutable value: safe for concurrent use, cheap to copy, and independent of
// every map and slice that it was made from.
//
// # Other forms
//
// [FromLabelSelector] and [Selector.LabelSelector] convert the field of API objects, [FromSet]
// the maps of Services and ReplicationControllers, [FromQuery] and [Selector.Query] the parameter
// of list and watch requests, [FromKubernetes] and [Selector.Kubernetes] the selectors of
// apimachinery for listers, informers and clients. As text a Selector can be a flag and a field
// of JSON and YAML.
package selector
