package validation

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// listValidator returns what a scheme calls to validate lists of type L, which have the Jobs
// that itemsOf returns and validate is for.
func listValidator[L, J any](validate validationFunc, itemsOf func(*L) []J) validationFunc {
	root := field.NewPath("items")
	return func(ctx context.Context, op operation.Operation, obj, _ any) field.ErrorList {
		list, ok := obj.(*L)
		if !ok || list == nil {
			return field.ErrorList{field.Required(root, "there is no list of Jobs")}
		}
		if op.Type != operation.Create {
			return field.ErrorList{field.InternalError(root, errors.New("a list is not updated: validate the update of each Job"))}
		}
		var errs field.ErrorList
		items := itemsOf(list)
		for i := range items {
			item := root.Index(i).String()
			for _, err := range validate(ctx, op, &items[i], nil) {
				if err.Field == jobPath.String() {
					err.Field = item
				} else {
					err.Field = item + "." + err.Field
				}
				errs = append(errs, err)
			}
		}
		return errs
	}
}
