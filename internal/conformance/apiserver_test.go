package conformance

import (
	"context"

	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/capabilities"
)

func init() {
	// As the usual installers set it.
	capabilities.Setup(true, 0)
}

// createContext is the context of a request that creates a Job of batch/v1.
func createContext() context.Context {
	return genericapirequest.WithRequestInfo(genericapirequest.NewDefaultContext(), &genericapirequest.RequestInfo{
		APIGroup: "batch", APIVersion: "v1", Resource: "jobs", IsResourceRequest: true, Verb: "create",
	})
}
