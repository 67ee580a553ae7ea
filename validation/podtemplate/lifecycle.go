package podtemplate

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// lifecycle checks the hooks of a container. Its stop signal is not checked: kube-apiserver
// drops it unless the feature gate ContainerStopSignals is on.
func (c *checker) lifecycle(path *fieldpath.Path, lifecycle *corev1.Lifecycle) {
	if lifecycle == nil {
		return
	}
	c.lifecycleHandler(path.Child("postStart"), lifecycle.PostStart)
	c.lifecycleHandler(path.Child("preStop"), lifecycle.PreStop)
}

func (c *checker) lifecycleHandler(path *fieldpath.Path, handler *corev1.LifecycleHandler) {
	if handler != nil {
		c.action(path, action{exec: handler.Exec, httpGet: handler.HTTPGet, tcpSocket: handler.TCPSocket, sleep: handler.Sleep})
	}
}

// hasLifecycle reports whether a container has a lifecycle once the stop signal is dropped,
// and with it a lifecycle of nothing else.
func hasLifecycle(container *corev1.Container) bool {
	l := container.Lifecycle
	return l != nil && (l.StopSignal == nil || l.PostStart != nil || l.PreStop != nil)
}
