package labels_test

import (
	"errors"
	"fmt"

	"github.com/jobapi/jobapi/labels"
)

// The labels of an object, as they stand in its metadata, are a set.
func Example() {
	set := labels.Set{"tier": "frontend", "release": "stable"}
	fmt.Println(set)
	fmt.Println(set.Validate())
	// Output:
	// release=stable,tier=frontend
	// <nil>
}

// Errors say which part is wrong, why and where.
func ExampleValidateKey() {
	fmt.Println(labels.ValidateKey("app.kubernetes.io/name"))
	fmt.Println(labels.ValidateKey("Example.com/app"))
	fmt.Println(labels.ValidateKey("example.com/app:web"))
	// Output:
	// <nil>
	// prefix has 'E', but only lower-case letters, digits, '-' and '.' are allowed, at byte 0 of "Example.com/app"
	// name has ':', but only letters, digits, '-', '_' and '.' are allowed, at byte 15 of "example.com/app:web"
}

func ExampleValidateValue() {
	fmt.Println(labels.ValidateValue("v1.27-beta"))
	fmt.Println(labels.ValidateValue("v1.27+beta"))
	// Output:
	// <nil>
	// value has '+', but only letters, digits, '-', '_' and '.' are allowed, at byte 5 of "v1.27+beta"
}

func ExampleParseSet() {
	set, err := labels.ParseSet("environment=production, tier=frontend")
	fmt.Println(set.Get("tier"), err)

	_, err = labels.ParseSet("environment=production,tier")
	if syntax, ok := errors.AsType[*labels.SyntaxError](err); ok {
		fmt.Println(syntax.Offset, syntax.Msg)
	}
	// Output:
	// frontend <nil>
	// 27 '=' is missing after the key
}

// A tool that labels objects of others needs a prefix, and one that is its own.
func ExampleIsReserved() {
	for _, key := range []string{"owner", "example.com/owner", "batch.kubernetes.io/job-name"} {
		fmt.Printf("%q %t\n", labels.Prefix(key), labels.IsReserved(key))
	}
	// Output:
	// "" false
	// "example.com" false
	// "batch.kubernetes.io" true
}
