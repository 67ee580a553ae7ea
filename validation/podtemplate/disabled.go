package podtemplate

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/semantic"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

// The rules in this file are for fields whose features are off by default. The other rules for such
// fields are beside those of the fields around them.

var (
	bindMountOptions = []corev1.BindMountOption{corev1.BindMountOptionNoDev, corev1.BindMountOptionNoExec, corev1.BindMountOptionNoSUID}
	grpcModes        = []corev1.GRPCProbeMode{corev1.GRPCProbeModePlaintext, corev1.GRPCProbeModeTLS}
	httpProtocols    = []corev1.HTTPProtocol{corev1.HTTPProtocolHTTP1, corev1.HTTPProtocolHTTP2}
)

// bindMountOptions checks the options of a mount.
func (c *checker) bindMountOptions(path *fieldpath.Path, mount *corev1.VolumeMount) {
	var earlier smallset.Set[string]
	for i, option := range mount.BindMountOptions {
		c.add(enum.Validate(path.Index(i), corev1.BindMountOption(option), bindMountOptions)...)
		if !earlier.Insert(option) {
			c.add(field.Duplicate(path.Index(i).Field(), option))
		}
	}
	if volume := c.volume(mount.Name); volume != nil && volume.Image != nil {
		c.add(field.Invalid(path.Field(), mount.BindMountOptions, "must not be set for a volume of an image"))
	}
}

// httpProtocol checks the protocol of the probe or hook at path. HTTP/2 without TLS is the only
// kind of HTTP/2.
func (c *checker) httpProtocol(path *fieldpath.Path, get *corev1.HTTPGetAction) {
	protocol := path.Child("protocol")
	c.add(enum.Validate(protocol, *get.Protocol, httpProtocols)...)
	switch {
	case *get.Protocol != corev1.HTTPProtocolHTTP2:
	case get.Scheme != corev1.URISchemeHTTP:
		c.add(field.Invalid(protocol.Field(), *get.Protocol, "requires scheme: HTTP"))
	case get.Host != "":
		c.add(field.Invalid(path.Field("host"), get.Host, "must be empty with protocol: HTTP2"))
	}
}

var windowsSignals = []corev1.Signal{corev1.SIGKILL, corev1.SIGTERM}

// linuxSignals are the signals of Linux, without those relative to SIGRTMIN and SIGRTMAX.
var linuxSignals = strings.Fields("SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT " +
	"SIGKILL SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU " +
	"SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ SIGRTMIN SIGRTMAX")

// stopSignal checks the signal that stops a container. It depends on the operating system.
func (c *checker) stopSignal(path *fieldpath.Path, signal corev1.Signal) {
	switch {
	case c.spec.OS == nil:
		c.add(field.Forbidden(path.Field(), "requires os.name"))
	case c.isWindows():
		c.add(enum.Validate(path, signal, windowsSignals)...)
	case c.isLinux() && !isLinuxSignal(string(signal)):
		c.add(field.NotSupported(path.Field(), signal, linuxSignals))
	}
}

// isLinuxSignal reports whether name is one of linuxSignals, or is one of SIGRTMIN+1 to SIGRTMIN+15
// and SIGRTMAX-1 to SIGRTMAX-14.
func isLinuxSignal(name string) bool {
	for _, signals := range [...]struct {
		prefix string
		most   int
	}{{"SIGRTMIN+", 15}, {"SIGRTMAX-", 14}} {
		if number, ok := strings.CutPrefix(name, signals.prefix); ok {
			n := 0
			for _, digit := range []byte(number) {
				if digit < '0' || digit > '9' || n > signals.most {
					return false
				}
				n = 10*n + int(digit-'0')
			}
			return n > 0 && n <= signals.most && number[0] != '0'
		}
	}
	return slices.Contains(linuxSignals, name)
}

// schedulingGroup checks the group of pods that are scheduled together.
func (c *checker) schedulingGroup(path *fieldpath.Path, group *corev1.PodSchedulingGroup) {
	if group == nil {
		return
	}
	if name := path.Child("podGroupName"); group.PodGroupName == nil {
		c.add(field.Invalid(name.Field(), nil, "must be set"))
	} else {
		c.invalid(name, *group.PodGroupName, names.DNS1123Subdomain(*group.PodGroupName))
	}
	if len(c.spec.EvictionResponders) > 0 {
		c.add(field.Forbidden(path.Field(), "must not be set together with evictionResponders"))
	}
}

const (
	maxResponders             = 10
	minResponderPriority      = 1000
	maxResponderPriority      = 100000
	kubernetesDomain          = "kubernetes.io"
	kubernetesDomainShort     = "k8s.io"
	detailResponderDomain     = "must not have a domain of Kubernetes, k8s.io or kubernetes.io"
	detailResponderPriorities = "must be between 1000 and 100000; less is reserved for Kubernetes"
)

// evictionResponders checks who is asked before the pod is evicted. As in kube-apiserver, what
// hasn't changed isn't checked again.
func (c *checker) evictionResponders(path *fieldpath.Path, list []corev1.EvictionResponder) {
	if len(list) == 0 || semantic.DeepEqual(list, c.oldResponders) {
		return
	}
	if len(list) > maxResponders {
		c.add(field.TooMany(path.Field(), len(list), maxResponders))
		return
	}
	var earlier smallset.Set[string]
	for i := range list {
		p, responder := path.Index(i), &list[i]
		if !earlier.Insert(responder.Name) {
			c.add(field.Duplicate(p.Field(), responder))
		}
		at := slices.IndexFunc(c.oldResponders, func(old corev1.EvictionResponder) bool { return old.Name == responder.Name })
		if at < 0 {
			c.responderName(p.Child("name"), responder.Name)
		}
		if at < 0 || !semantic.DeepEqual(responder.Priority, c.oldResponders[at].Priority) {
			c.responderPriority(p.Child("priority"), responder.Priority)
		}
	}
}

func (c *checker) responderName(path *fieldpath.Path, name string) {
	if name == "" {
		c.add(field.Required(path.Field(), "must be set"))
		return
	}
	domain, _, qualified := strings.Cut(name, "/")
	domain = strings.TrimRight(strings.TrimSpace(strings.ToLower(domain)), ".")
	for _, reserved := range [...]string{kubernetesDomain, kubernetesDomainShort} {
		if domain == reserved || strings.HasSuffix(domain, "."+reserved) {
			c.add(field.Invalid(path.Field(), name, detailResponderDomain))
		}
	}
	c.invalid(path, name, names.QualifiedName(name))
	if !qualified {
		c.add(field.Invalid(path.Field(), name, "must be <domain>/<name>"))
	}
}

func (c *checker) responderPriority(path *fieldpath.Path, priority *int32) {
	if priority == nil {
		c.add(field.Required(path.Field(), "must be set"))
	} else if *priority < minResponderPriority || *priority > maxResponderPriority {
		c.add(field.Invalid(path.Field(), *priority, detailResponderPriorities))
	}
}
