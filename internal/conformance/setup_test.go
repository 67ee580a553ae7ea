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
	// Privileged containers are allowed, as the usual installers configure it.
	capabilities.Setup(true, 0)
	// kube-apiserver logs every error for which its hand-written and its declarative validation
	// disagree. Those logs are noise here.
	var flags flag.FlagSet
	klog.InitFlags(&flags)
	for name, value := range map[string]string{"logtostderr": "false", "stderrthreshold": "FATAL"} {
		if err := flags.Set(name, value); err != nil {
			panic(err)
		}
	}
	klog.SetOutput(io.Discard)
}

// createContext returns the context of a request that creates a batch/v1 Job.
func createContext() context.Context {
	return genericapirequest.WithRequestInfo(genericapirequest.NewDefaultContext(), &genericapirequest.RequestInfo{
		APIGroup: "batch", APIVersion: "v1", Resource: "jobs", IsResourceRequest: true, Verb: "create",
	})
}
