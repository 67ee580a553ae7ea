package conformance

import (
	"context"
	"flag"
	"io"

	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/klog/v2"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/capabilities"
)

func init() {
	// As the usual installers set it.
	capabilities.Setup(true, 0)
	// It logs where its own two ways to validate disagree: for each error of some kinds.
	var flags flag.FlagSet
	klog.InitFlags(&flags)
	for name, value := range map[string]string{"logtostderr": "false", "stderrthreshold": "FATAL"} {
		if err := flags.Set(name, value); err != nil {
			panic(err)
		}
	}
	klog.SetOutput(io.Discard)
}

// createContext is the context of a request that creates a Job of batch/v1.
func createContext() context.Context {
	return genericapirequest.WithRequestInfo(genericapirequest.NewDefaultContext(), &genericapirequest.RequestInfo{
		APIGroup: "batch", APIVersion: "v1", Resource: "jobs", IsResourceRequest: true, Verb: "create",
	})
}
