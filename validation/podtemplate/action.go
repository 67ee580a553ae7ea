package podtemplate

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

// action is what the kubelet does for a probe or a hook: the one field that is set.
type action struct {
	exec      *corev1.ExecAction
	httpGet   *corev1.HTTPGetAction
	tcpSocket *corev1.TCPSocketAction
	grpc      *corev1.GRPCAction
	sleep     *corev1.SleepAction
}

// action checks the first action that is set, and that it is the only one.
func (c *checker) action(path *fieldpath.Path, a action) {
	switch {
	case a.exec != nil:
		c.execAction(path, a.exec)
	case a.httpGet != nil:
		c.httpGet(path.Child("httpGet"), a.httpGet)
	case a.tcpSocket != nil:
		c.targetPort(path.Child("tcpSocket"), a.tcpSocket.Port)
	case a.grpc != nil:
		// The mode is not checked: it is dropped unless GRPCContainerProbeTLS is on.
		c.targetPort(path.Child("grpc"), intstr.FromInt32(a.grpc.Port))
	case a.sleep != nil:
		c.sleep(path, a.sleep)
	default:
		c.add(field.Required(path.Field(), "set the one thing to do, such as exec or httpGet"))
	}
	c.singleAction(path, a)
}

func (c *checker) singleAction(path *fieldpath.Path, a action) {
	first := ""
	for _, other := range [...]given{
		{"exec", a.exec != nil},
		{"httpGet", a.httpGet != nil},
		{"tcpSocket", a.tcpSocket != nil},
		{"grpc", a.grpc != nil},
		{"sleep", a.sleep != nil},
	} {
		switch {
		case !other.set:
		case first == "":
			first = other.name
		default:
			c.add(field.Forbidden(path.Field(other.name), "may not be set beside "+first))
		}
	}
}

func (c *checker) execAction(path *fieldpath.Path, exec *corev1.ExecAction) {
	if len(exec.Command) == 0 {
		c.add(field.Required(path.Field("exec", "command"), "name the program to run"))
	}
}

var uriSchemes = []corev1.URIScheme{corev1.URISchemeHTTP, corev1.URISchemeHTTPS}

// httpGet leaves out the protocol, which is dropped unless H2CContainerProbe is on.
func (c *checker) httpGet(path *fieldpath.Path, get *corev1.HTTPGetAction) {
	if get.Path == "" {
		c.add(field.Required(path.Field("path"), "set it to / for the root"))
	}
	c.targetPort(path, get.Port)
	c.add(enum.Validate(path.Child("scheme"), get.Scheme, uriSchemes)...)
	headers := path.Child("httpHeaders")
	for i := range get.HTTPHeaders {
		c.invalid(headers, get.HTTPHeaders[i].Name, names.HTTPHeader(get.HTTPHeaders[i].Name))
	}
}

func (c *checker) sleep(path *fieldpath.Path, sleep *corev1.SleepAction) {
	// A missing grace period is an error of its own.
	grace := c.spec.TerminationGracePeriodSeconds
	if grace != nil && (sleep.Seconds < 0 || sleep.Seconds > *grace) {
		c.add(field.Invalid(path.Field("sleep"), sleep.Seconds, fmt.Sprintf("must be between 0 and terminationGracePeriodSeconds, which is %d", *grace)))
	}
}

// targetPort checks the port of an action at path, which a number or a name stands for.
func (c *checker) targetPort(path *fieldpath.Path, port intstr.IntOrString) {
	switch port.Type {
	case intstr.Int:
		c.portNumber(path, "port", port.IntVal)
	case intstr.String:
		c.invalid(path.Child("port"), port.StrVal, names.PortName(port.StrVal))
	default:
		c.add(field.InternalError(path.Field("port"), fmt.Errorf("neither a number nor a name, but of type %d", port.Type)))
	}
}
