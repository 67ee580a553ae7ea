// Package semantic compares objects as kube-apiserver does to tell whether a field has changed: nil
// equals empty, and quantities and times are equal in any notation.
//
// It is [equality.Semantic] with a comparison of quantities that takes constant time for values
// such as 1e9999999.
package semantic

import (
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/conversion"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"

	"github.com/jobapi/jobapi/validation/internal/amount"
)

var equalities = withFastQuantities(equality.Semantic)

func withFastQuantities(equalities conversion.Equalities) conversion.Equalities {
	equalities = equalities.Copy()
	// AddFunc only fails for a function of another signature.
	utilruntime.Must(equalities.AddFunc(func(a, b resource.Quantity) bool { return amount.Compare(a, b) == 0 }))
	return equalities
}

// DeepEqual reports whether a and b, which have the same type, are equal.
func DeepEqual(a, b any) bool {
	return equalities.DeepEqual(a, b)
}
