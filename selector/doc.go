// Package selector parses, matches and analyzes the label selectors of Kubernetes.
//
// A [Selector] is a list of requirements on labels. [Parse] makes one from text,
// [FromLabelSelector] makes one from the field of an API object. [Selector.Matches] tells
// whether a selector selects an object. [Selector.Explain] tells why it doesn't.
// [Selector.Overlaps] and [Selector.Implies] compare what two selectors can select, without
// looking at objects.
//
// # Syntax
//
// The text of a selector has the syntax of kubectl's -l flag and of the query parameter
// labelSelector:
//
//	selector    = [ requirement { "," requirement } ]
//	requirement = key [ equality | comparison | set ] | "!" key
//	equality    = ( "=" | "==" | "!=" ) [ value ]
//	comparison  = ( ">" | "<" ) integer
//	set         = ( "in" | "notin" ) "(" [ value ] { "," [ value ] } ")"
//
// Keys and values have the syntax that package labels describes. An omitted value is the empty
// value. An integer is a decimal number from 0 to 9223372036854775807. Spaces, tabs and line
// breaks may surround tokens. The words in and notin are operators only after a key. The syntax
// has no quotes, no wildcards, no parentheses around requirements and no "or".
//
// [Parse] accepts exactly what apimachinery's labels.Parse accepts, with one exception: it
// rejects text with NUL bytes, where apimachinery ignores everything after the first NUL.
//
// # Semantics
//
//   - A selector matches labels that meet all of its requirements. A selector without
//     requirements matches everything.
//   - = and == mean the same as in with one value. != means the same as notin with one value.
//   - =, in, a key alone, > and < require the label to be present. !=, notin and ! also match
//     if the label is absent.
//   - The empty value is a value like any other: a= requires the label a.
//   - > and < compare integers, so they treat 5 and 05 alike. = compares text and doesn't. A
//     value that isn't a 64-bit integer meets neither > nor <.
//   - A key may have several requirements, even contradictory ones.
//   - A nil LabelSelector selects nothing. An empty LabelSelector selects everything.
//
// [Selector.Matches] agrees with apimachinery on every set of labels, valid or not.
//
// # Canonical form
//
// A selector keeps its requirements in one canonical form: sorted by key, operator and values,
// without duplicates, with sorted values, and with = instead of in for a single value.
// [Selector.String] returns the canonical text. [Selector.Equal] compares canonical forms.
// [Selector.Equivalent] compares what two selectors match, and [Selector.Simplify] gives
// equivalent selectors the same text.
//
// # Algebra
//
// [Selector.Satisfiable], [Selector.Overlaps], [Selector.Implies] and [Selector.Equivalent]
// return exact answers about all valid labels, not estimates. Exact answers are cheap because
// requirements on different keys are independent. The requirements on one key leave a domain of
// values: a list, all values except a list, or a range of integers. The label may also be
// allowed to be absent.
//
// # Cost
//
//   - Parse takes time and memory in proportion to the text, plus the time to sort. Most
//     selectors need two allocations. The selector keeps the text in memory. Nothing recurses
//     on the input.
//   - Matches takes one map lookup for each requirement, and for a list of values a search that
//     hardly depends on the length of the list. It doesn't allocate.
//   - Overlaps and Satisfiable take time in proportion to the requirements. They allocate only
//     for keys with many requirements.
//   - Implies, Equivalent, Simplify and Example also sort values, and allocate.
//
// # Concurrency and ownership
//
// A [Selector] is an immutable value. It is safe for concurrent use and cheap to copy. It
// shares no memory with the maps and slices that it was made from, so callers may modify them.
//
// # Other representations
//
//   - [FromLabelSelector] and [Selector.LabelSelector] convert the field of API objects.
//   - [FromSet] converts the maps of Services and ReplicationControllers.
//   - [FromQuery] and [Selector.Query] convert the query parameter of list and watch requests.
//   - [FromKubernetes] and [Selector.Kubernetes] convert the selectors of apimachinery, which
//     listers, informers and clients use.
//   - A Selector marshals as text, so it can be a flag or a field of a JSON or YAML document.
package selector
