package selector

// fault is what is wrong with a text: something was wanted and not found, or was found and is
// malformed.
type fault uint8

const (
	wantKey         fault = iota // or '!'
	wantKeyAlone                 // behind '!'
	wantOperator                 // or the end of a requirement, behind a key
	wantValue                    // behind an operator
	wantInteger                  // behind > or <
	wantList                     // behind in or notin
	wantElement                  // of a list, or its end
	wantNextElement              // or the end of the list, behind an element
	wantEnd                      // of a requirement, behind all of it
	badKey
	badValue
	badElement
	badInteger
	tooGreat // an integer of more than 64 bits
)

// expected names what was wanted, for the text of the error.
var expected = [...]string{
	wantKey:         "a key or '!'",
	wantKeyAlone:    "a key",
	wantOperator:    "one of = == != in notin > <, or ',' or the end",
	wantValue:       "a value",
	wantInteger:     "an integer",
	wantList:        "'('",
	wantElement:     "a value, ',' or ')'",
	wantNextElement: "',' or ')'",
	wantEnd:         "',' or the end",
}
