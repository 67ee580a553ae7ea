package labels_test

import (
	"errors"
	"fmt"

	"github.com/jobapi/jobapi/labels"
)

// The labels in the metadata of an object are a Set as they are.
func Example() {
	metadata := map[string]string{"tier": "frontend", "release": "stable"}
	set := labels.Set(metadata)
	fmt.Println(set)
	fmt.Println(set.Has("tier"), set.Validate())
	// Output:
	// release=stable,tier=frontend
	// true <nil>
}

// The error says which part is wrong, why, and where.
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

// Different values can be the same integer.
func ExampleParseInteger() {
	for _, value := range []string{"42", "042", "4.2", "many"} {
		n, ok := labels.ParseInteger(value)
		fmt.Println(value, n, ok)
	}
	// Output:
	// 42 42 true
	// 042 42 true
	// 4.2 0 false
	// many 0 false
}

// A controller that labels the objects of users needs a prefix of its own.
func ExampleIsReserved() {
	for _, key := range []string{"owner", "example.com/owner", "batch.kubernetes.io/job-name"} {
		fmt.Printf("%q %t\n", labels.Prefix(key), labels.IsReserved(key))
	}
	// Output:
	// "" false
	// "example.com" false
	// "batch.kubernetes.io" true
}

func ExamplePrefix() {
	fmt.Println(labels.Prefix("app.kubernetes.io/name"))
	fmt.Println(labels.Prefix("name") == "")
	// Output:
	// app.kubernetes.io
	// true
}

func ExampleSet_Validate() {
	fmt.Println(labels.Set{"app": "web", "tier": "front end", "-": ""}.Validate())
	// Output:
	// label "-": name begins with '-', but must begin with a letter or digit, at byte 0 of "-"
	// label "tier": value has ' ', but only letters, digits, '-', '_' and '.' are allowed, at byte 5 of "front end"
}

// All yields the labels in the order of their keys, unlike a range over the map.
func ExampleSet_All() {
	for key, value := range (labels.Set{"tier": "frontend", "app": "web"}).All() {
		fmt.Println(key, value)
	}
	// Output:
	// app web
	// tier frontend
}
