package validation

import (
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/conversion"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"

	"github.com/jobapi/jobapi/validation/internal/amount"
)

// equal reports whether both are unset, or set to the same.
func equal[T comparable](a, b *T) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// semantic is what kube-apiserver takes for equal: nil and empty are, and numbers and times
// in another form. It is [equality.Semantic], but for the time that it takes to compare
// quantities such as 1e9999999.
var semantic = cheapQuantities(equality.Semantic)

func cheapQuantities(equalities conversion.Equalities) conversion.Equalities {
	equalities = equalities.Copy()
	// It fails on what is no function of two arguments of one type.
	utilruntime.Must(equalities.AddFunc(func(a, b resource.Quantity) bool { return amount.Compare(a, b) == 0 }))
	return equalities
}
