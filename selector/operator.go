package selector

import "strconv"

// Operator relates the value of a label to the values of a requirement.
type Operator uint8

// The operators, in the order in which requirements on one key are sorted. Equality is In with
// one value, inequality NotIn with one value.
const (
	// In holds if the label is there and its value is one of the requirement's.
	In Operator = iota
	// NotIn holds if the label is absent, or its value is none of the requirement's.
	NotIn
	// Exists holds if the label is there, whatever its value.
	Exists
	// DoesNotExist holds if the label is absent.
	DoesNotExist
	// GreaterThan holds if the label is there, its value is an integer of 64 bits in base 10,
	// and greater than the requirement's.
	GreaterThan
	// LessThan holds if the label is there, its value is an integer of 64 bits in base 10, and
	// less than the requirement's.
	LessThan
)

var operatorNames = [...]string{
	In:           "In",
	NotIn:        "NotIn",
	Exists:       "Exists",
	DoesNotExist: "DoesNotExist",
	GreaterThan:  "GreaterThan",
	LessThan:     "LessThan",
}

// String returns the name of the operator. The first four are named as in a LabelSelector.
func (op Operator) String() string {
	if int(op) < len(operatorNames) {
		return operatorNames[op]
	}
	return "Operator(" + strconv.Itoa(int(op)) + ")"
}
