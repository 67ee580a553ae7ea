package conformance

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// volumesTemplate returns a template with a volume of each kind that a mount or device can refer to,
// and an invalid volume.
func volumesTemplate() *corev1.PodTemplateSpec {
	template := smallTemplate()
	claim := corev1.PersistentVolumeClaimSpec{
		AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
		Resources:   corev1.VolumeResourceRequirements{Requests: corev1.ResourceList{"storage": resource.MustParse("1Gi")}},
	}
	template.Spec.Volumes = []corev1.Volume{
		{Name: "scratch", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}},
		{Name: "claim", VolumeSource: corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "a"}}},
		{Name: "own", VolumeSource: corev1.VolumeSource{Ephemeral: &corev1.EphemeralVolumeSource{
			VolumeClaimTemplate: &corev1.PersistentVolumeClaimTemplate{Spec: claim}}}},
		{Name: "image", VolumeSource: corev1.VolumeSource{Image: &corev1.ImageVolumeSource{Reference: "busybox"}}},
		{Name: "broken", VolumeSource: corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "../a"}}},
		{Name: "broken-scratch", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: new(resource.MustParse("-1"))}}},
		{Name: "twice", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}},
		{Name: "twice", VolumeSource: corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "a"}}},
		{VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}},
	}
	return template
}

// someNames has valid and invalid names of all kinds.
var someNames = []string{"", "a", "A", "a-b", "a-", "-a", "a.b", "a..b", "a_b", "a b", "1", "1-2", "a--b", "ä", "=", "a=b", "..", ".", ".a",
	longName(15), longName(16), longName(63), longName(64), longName(253), longName(254), strings.Repeat("a.", 126) + "a", strings.Repeat("a.", 127) + "a"}

// named returns a change for each of someNames.
func named(field string, apply func(*corev1.PodTemplateSpec, string)) []change {
	var changes []change
	for _, name := range someNames {
		changes = append(changes, change{fmt.Sprintf("%s %q", field, name), func(t *corev1.PodTemplateSpec) { apply(t, name) }})
	}
	return changes
}

// namedInContainers returns a change for each kind of container and each of someNames.
func namedInContainers(field string, apply func(*corev1.Container, string)) []change {
	var changes []change
	for _, name := range someNames {
		changes = append(changes, inContainers(fmt.Sprintf("%s %q", field, name), func(c *corev1.Container) { apply(c, name) })...)
	}
	return changes
}

func containerChanges() []change {
	var changes []change
	add := func(name string, apply func(*corev1.Container)) {
		changes = append(changes, inContainers(name, apply)...)
	}
	changes = append(changes, namedInContainers("name", func(c *corev1.Container, name string) { c.Name = name })...)
	for _, name := range []string{"main", "init", "sidecar", "ephemeral"} {
		add("called "+name, func(c *corev1.Container) { c.Name = name })
		changes = append(changes, change{"target " + name, func(t *corev1.PodTemplateSpec) {
			containerKinds[3].of(t)
			t.Spec.EphemeralContainers[0].TargetContainerName = name
		}})
	}
	for _, image := range []string{"", " ", " a", "a ", "a\n", "\u00a0a"} {
		add(fmt.Sprintf("image %q", image), func(c *corev1.Container) { c.Image = image })
	}
	for _, policy := range []corev1.PullPolicy{"", "Always", "Never", "always"} {
		add("pull "+string(policy), func(c *corev1.Container) { c.ImagePullPolicy = policy })
	}
	for _, policy := range []corev1.TerminationMessagePolicy{"", "File", "FallbackToLogsOnError", "file"} {
		add("termination message "+string(policy), func(c *corev1.Container) { c.TerminationMessagePolicy = policy })
	}
	for _, policy := range []corev1.ContainerRestartPolicy{"", "Always", "Never", "OnFailure", "always"} {
		add("restart "+string(policy), func(c *corev1.Container) { c.RestartPolicy = &policy })
	}
	add("unrestricted fields", func(c *corev1.Container) {
		c.Command, c.Args, c.WorkingDir, c.TerminationMessagePath = []string{""}, []string{"$("}, "../a", "a"
		c.Stdin, c.StdinOnce, c.TTY = true, true, true
	})
	add("no restart policy", func(c *corev1.Container) { c.RestartPolicy = nil })
	rules := map[string][]corev1.ContainerRestartRule{
		"none":           {},
		"empty":          {{}},
		"good":           {{Action: "Restart", ExitCodes: &corev1.ContainerRestartRuleOnExitCodes{Operator: "In", Values: []int32{1}}}},
		"no exit codes":  {{Action: "Restart"}, {Action: "RestartAllContainers"}},
		"empty codes":    {{Action: "RestartAllContainers", ExitCodes: &corev1.ContainerRestartRuleOnExitCodes{}}},
		"bad":            {{Action: "restart", ExitCodes: &corev1.ContainerRestartRuleOnExitCodes{Operator: "in"}}},
		"as many codes":  {{Action: "Restart", ExitCodes: &corev1.ContainerRestartRuleOnExitCodes{Operator: "NotIn", Values: make([]int32, 255)}}},
		"too many codes": {{Action: "Restart", ExitCodes: &corev1.ContainerRestartRuleOnExitCodes{Operator: "NotIn", Values: make([]int32, 256)}}},
		"as many rules":  make([]corev1.ContainerRestartRule, 20),
		"too many rules": make([]corev1.ContainerRestartRule, 21),
	}
	for name, list := range rules {
		add("rules "+name, func(c *corev1.Container) { c.RestartPolicyRules = list })
	}
	policies := []corev1.ContainerResizePolicy{{}, {ResourceName: "cpu", RestartPolicy: "NotRequired"}, {ResourceName: "memory", RestartPolicy: "RestartContainer"},
		{ResourceName: "disk", RestartPolicy: "Never"}, {ResourceName: "cpu"}}
	for i, policy := range policies {
		add(fmt.Sprint("resize ", i), func(c *corev1.Container) { c.ResizePolicy = append(c.ResizePolicy, policy) })
	}
	add("empty lists", func(c *corev1.Container) {
		c.Ports, c.ResizePolicy, c.RestartPolicyRules = []corev1.ContainerPort{}, []corev1.ContainerResizePolicy{}, []corev1.ContainerRestartRule{}
		c.Env, c.EnvFrom, c.VolumeMounts, c.VolumeDevices = []corev1.EnvVar{}, []corev1.EnvFromSource{}, []corev1.VolumeMount{}, []corev1.VolumeDevice{}
	})
	add("empty resources", func(c *corev1.Container) { c.Resources.Limits = corev1.ResourceList{} })
	add("empty claims", func(c *corev1.Container) { c.Resources.Claims = []corev1.ResourceClaim{} })
	return append(changes,
		change{"zero containers", func(t *corev1.PodTemplateSpec) {
			t.Spec.Containers, t.Spec.InitContainers = make([]corev1.Container, 2), append(t.Spec.InitContainers, make([]corev1.Container, 2)...)
			t.Spec.EphemeralContainers = make([]corev1.EphemeralContainer, 2)
		}},
		change{"another main", func(t *corev1.PodTemplateSpec) {
			t.Spec.Containers = append(t.Spec.Containers, corev1.Container{Name: "main", Image: "a"})
		}},
		change{"many containers", func(t *corev1.PodTemplateSpec) {
			for i := range 10 {
				t.Spec.Containers = append(t.Spec.Containers, corev1.Container{Name: fmt.Sprint("c", i), Image: "a"}, corev1.Container{Name: "c9", Image: "a"})
			}
		}},
		change{"restart on failure", func(t *corev1.PodTemplateSpec) { t.Spec.RestartPolicy = corev1.RestartPolicyOnFailure }},
	)
}

func portChanges() []change {
	var changes []change
	add := func(name string, port corev1.ContainerPort) {
		changes = append(changes, inContainers("port "+name, func(c *corev1.Container) { c.Ports = append(c.Ports, port) })...)
	}
	for _, name := range append(someNames, "http", "a1-b2") {
		add(fmt.Sprintf("name %q", name), corev1.ContainerPort{Name: name, ContainerPort: 1})
	}
	for _, port := range []int32{-1, 0, 1, 80, 65535, 65536} {
		add(fmt.Sprint(port), corev1.ContainerPort{ContainerPort: port})
		add(fmt.Sprint("of the host ", port), corev1.ContainerPort{ContainerPort: 80, HostPort: port})
	}
	for _, protocol := range []corev1.Protocol{"", "TCP", "UDP", "SCTP", "tcp"} {
		add("protocol "+string(protocol), corev1.ContainerPort{ContainerPort: 80, HostPort: 80, Protocol: protocol})
	}
	add("with host ip", corev1.ContainerPort{ContainerPort: 80, HostPort: 80, HostIP: "127.0.0.1"})
	return append(changes,
		change{"host network", func(t *corev1.PodTemplateSpec) { t.Spec.HostNetwork = true }},
		change{"two containers with the same host port", func(t *corev1.PodTemplateSpec) {
			t.Spec.Containers[0].Ports = []corev1.ContainerPort{{ContainerPort: 80, HostPort: 80}}
			t.Spec.Containers = append(t.Spec.Containers, corev1.Container{Name: "b", Image: "a", Ports: t.Spec.Containers[0].Ports})
		}},
		change{"two init containers with the same host port", func(t *corev1.PodTemplateSpec) {
			for _, name := range []string{"a", "b"} {
				addInit(t, corev1.Container{Name: name, Image: "a"}).Ports = []corev1.ContainerPort{{ContainerPort: 80, HostPort: 80}}
			}
		}},
		change{"an init container with the same host port twice", func(t *corev1.PodTemplateSpec) {
			addInit(t, corev1.Container{Name: "a", Image: "a"})
			addInit(t, corev1.Container{Name: "b", Image: "a"}).Ports = []corev1.ContainerPort{{ContainerPort: 80, HostPort: 80}, {ContainerPort: 81, HostPort: 80}}
		}})
}

func envChanges() []change {
	var changes []change
	add := func(name string, variable corev1.EnvVar) {
		changes = append(changes, inContainers("env "+name, func(c *corev1.Container) { c.Env = append(c.Env, variable) })...)
	}
	from := func(name string, source corev1.EnvFromSource) {
		changes = append(changes, inContainers("env from "+name, func(c *corev1.Container) { c.EnvFrom = append(c.EnvFrom, source) })...)
	}
	reference := func(name string) corev1.LocalObjectReference { return corev1.LocalObjectReference{Name: name} }
	configMap := corev1.EnvVarSource{ConfigMapKeyRef: &corev1.ConfigMapKeySelector{LocalObjectReference: reference("a"), Key: "a"}}
	secret := corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{LocalObjectReference: reference("a"), Key: "a"}}
	for _, name := range someNames {
		add(fmt.Sprintf("%q", name), corev1.EnvVar{Name: name})
		add(fmt.Sprintf("config map %q", name), corev1.EnvVar{Name: "a", ValueFrom: &corev1.EnvVarSource{
			ConfigMapKeyRef: &corev1.ConfigMapKeySelector{LocalObjectReference: reference(name), Key: "a"}}})
		add(fmt.Sprintf("key of secret %q", name), corev1.EnvVar{Name: "a", ValueFrom: &corev1.EnvVarSource{
			SecretKeyRef: &corev1.SecretKeySelector{LocalObjectReference: reference("a"), Key: name}}})
		for _, file := range []corev1.FileKeySelector{{VolumeName: name, Path: "a", Key: "a"}, {VolumeName: "scratch", Path: "a", Key: name}, {VolumeName: "scratch", Path: name, Key: "a"}} {
			add(fmt.Sprintf("file %v", file), corev1.EnvVar{Name: "a", ValueFrom: &corev1.EnvVarSource{FileKeyRef: &file}})
		}
		from(fmt.Sprintf("prefix %q", name), corev1.EnvFromSource{Prefix: name, SecretRef: &corev1.SecretEnvSource{LocalObjectReference: reference("a")}})
		from(fmt.Sprintf("secret %q", name), corev1.EnvFromSource{SecretRef: &corev1.SecretEnvSource{LocalObjectReference: reference(name)}})
		from(fmt.Sprintf("config map %q", name), corev1.EnvFromSource{ConfigMapRef: &corev1.ConfigMapEnvSource{LocalObjectReference: reference(name)}})
	}
	for _, volume := range volumesTemplate().Spec.Volumes {
		add("file in "+volume.Name, corev1.EnvVar{Name: "a", ValueFrom: &corev1.EnvVarSource{FileKeyRef: &corev1.FileKeySelector{VolumeName: volume.Name, Path: "a/b", Key: "a"}}})
	}
	from("nothing", corev1.EnvFromSource{})
	from("both", corev1.EnvFromSource{ConfigMapRef: &corev1.ConfigMapEnvSource{}, SecretRef: &corev1.SecretEnvSource{}})
	for _, value := range []string{"", "a"} {
		add("without source and value "+value, corev1.EnvVar{Name: "a", Value: value, ValueFrom: &corev1.EnvVarSource{}})
		add("with source and value "+value, corev1.EnvVar{Name: "a", Value: value, ValueFrom: &configMap})
		add("with all sources and value "+value, corev1.EnvVar{Name: "a", Value: value, ValueFrom: &corev1.EnvVarSource{
			ConfigMapKeyRef: configMap.ConfigMapKeyRef, SecretKeyRef: secret.SecretKeyRef, FileKeyRef: &corev1.FileKeySelector{},
			FieldRef: &corev1.ObjectFieldSelector{}, ResourceFieldRef: &corev1.ResourceFieldSelector{}}})
	}
	return changes
}

func mountChanges() []change {
	var changes []change
	mount := func(name string, m corev1.VolumeMount) {
		changes = append(changes, inContainers("mount "+name, func(c *corev1.Container) { c.VolumeMounts = append(c.VolumeMounts, m) })...)
	}
	device := func(name string, d corev1.VolumeDevice) {
		changes = append(changes, inContainers("device "+name, func(c *corev1.Container) { c.VolumeDevices = append(c.VolumeDevices, d) })...)
	}
	paths := []string{"", "/", "/a", "/b", "a", "a/..", "../a", "..a", "a/../b", "..", "./a"}
	for i, volume := range append(volumesTemplate().Spec.Volumes, corev1.Volume{Name: "none"}) {
		mount(fmt.Sprint("volume ", volume.Name), corev1.VolumeMount{Name: volume.Name, MountPath: paths[i%len(paths)]})
		device(fmt.Sprint("volume ", volume.Name), corev1.VolumeDevice{Name: volume.Name, DevicePath: paths[i%len(paths)]})
	}
	for _, path := range paths {
		mount("at "+path, corev1.VolumeMount{Name: "scratch", MountPath: path})
		mount("of "+path, corev1.VolumeMount{Name: "scratch", MountPath: "/c", SubPath: path})
		mount("of expression "+path, corev1.VolumeMount{Name: "scratch", MountPath: "/d", SubPathExpr: path})
		device("at "+path, corev1.VolumeDevice{Name: "claim", DevicePath: path})
		device("of its own at "+path, corev1.VolumeDevice{Name: "own", DevicePath: path})
	}
	mount("of both", corev1.VolumeMount{Name: "scratch", MountPath: "/e", SubPath: "a", SubPathExpr: "a"})
	for _, readOnly := range []bool{false, true} {
		for _, propagation := range []corev1.MountPropagationMode{"", "None", "HostToContainer", "Bidirectional", "none"} {
			mount(fmt.Sprint("propagation ", propagation), corev1.VolumeMount{Name: "claim", MountPath: "/f", MountPropagation: &propagation})
			for _, mode := range []corev1.RecursiveReadOnlyMode{"", "Enabled", "Disabled", "IfPossible", "disabled"} {
				mount(fmt.Sprint("read-only ", readOnly, propagation, mode),
					corev1.VolumeMount{Name: "claim", MountPath: "/g", ReadOnly: readOnly, RecursiveReadOnly: &mode, MountPropagation: &propagation})
				mount(fmt.Sprint("read-only ", readOnly, mode), corev1.VolumeMount{Name: "claim", MountPath: "/h", ReadOnly: readOnly, RecursiveReadOnly: &mode})
			}
		}
	}
	mount("with options", corev1.VolumeMount{Name: "claim", MountPath: "/i", BindMountOptions: []string{"noexec", "noexec", "none"}})
	changes = append(changes, inContainers("privileged", func(c *corev1.Container) { c.SecurityContext = &corev1.SecurityContext{Privileged: new(true)} })...)
	return append(changes, inContainers("unprivileged", func(c *corev1.Container) { c.SecurityContext = &corev1.SecurityContext{Privileged: new(false)} })...)
}

// Quantities and resources of all kinds.
var (
	amounts       = []string{"0", "1", "2", "1500m", "-1", "1m", "2Mi", "3Mi", "4Mi", "1Gi", "1e30", "1n"}
	resourceNames = []corev1.ResourceName{"", "cpu", "memory", "ephemeral-storage", "storage", "pods", "requests.cpu", "count", "a_", "hugepages-2Mi", "hugepages-1Gi", "hugepages-", "hugepages-a", "hugepages-0",
		"hugepages--1", "hugepages-1m", "hugepages-1500m", "requests.hugepages-2Mi", "requests.hugepages-", "example.com/gpu", "requests.example.com/gpu", "kubernetes.io/gpu", "a.kubernetes.io/gpu", "a/b/c", "/a", "a/",
		corev1.ResourceName(strings.Repeat("a", 244) + "/a"), corev1.ResourceName(strings.Repeat("a", 245) + "/a"), "secrets", "services.nodeports"}
)

func resourceChanges() []change {
	var changes []change
	set := func(list *corev1.ResourceList, name corev1.ResourceName, quantity string) {
		if *list == nil {
			*list = corev1.ResourceList{}
		}
		(*list)[name] = resource.MustParse(quantity)
	}
	for i, name := range resourceNames {
		for j := range 4 {
			quantity := amounts[(i+5*j)%len(amounts)]
			about := fmt.Sprintf("%s=%s", name, quantity)
			changes = append(changes, inContainers("limit "+about, func(c *corev1.Container) { set(&c.Resources.Limits, name, quantity) })...)
			changes = append(changes, inContainers("request "+about, func(c *corev1.Container) { set(&c.Resources.Requests, name, quantity) })...)
			changes = append(changes,
				change{"overhead " + about, func(t *corev1.PodTemplateSpec) { set(&t.Spec.Overhead, name, quantity) }},
				change{"pod limit " + about, func(t *corev1.PodTemplateSpec) { set(&orNew(&t.Spec.Resources).Limits, name, quantity) }},
				change{"pod request " + about, func(t *corev1.PodTemplateSpec) { set(&orNew(&t.Spec.Resources).Requests, name, quantity) }})
		}
	}
	return changes
}

// podResourceChanges uses few resources, so that containers and the pod often name the same one.
func podResourceChanges() []change {
	var changes []change
	for _, name := range []corev1.ResourceName{"cpu", "memory", "hugepages-2Mi", "ephemeral-storage"} {
		for _, quantity := range []string{"0", "2Mi", "4Mi", "6Mi", "8Mi", "-2Mi"} {
			list := corev1.ResourceList{name: resource.MustParse(quantity)}
			about := fmt.Sprintf("%s=%s", name, quantity)
			changes = append(changes, inContainers("limits "+about, func(c *corev1.Container) { c.Resources.Limits = list })...)
			changes = append(changes, inContainers("requests "+about, func(c *corev1.Container) { c.Resources.Requests = list })...)
			changes = append(changes,
				change{"limits of the pod " + about, func(t *corev1.PodTemplateSpec) { orNew(&t.Spec.Resources).Limits = list }},
				change{"requests of the pod " + about, func(t *corev1.PodTemplateSpec) { orNew(&t.Spec.Resources).Requests = list }})
		}
	}
	return append(changes,
		change{"windows", func(t *corev1.PodTemplateSpec) { t.Spec.OS = &corev1.PodOS{Name: corev1.Windows} }},
		change{"resources of the pod", func(t *corev1.PodTemplateSpec) { orNew(&t.Spec.Resources) }},
		change{"claims of the pod", func(t *corev1.PodTemplateSpec) {
			orNew(&t.Spec.Resources).Claims = []corev1.ResourceClaim{{}, {Name: "a"}}
		}},
		change{"empty claims of the pod", func(t *corev1.PodTemplateSpec) { orNew(&t.Spec.Resources).Claims = []corev1.ResourceClaim{} }},
		change{"another sidecar", func(t *corev1.PodTemplateSpec) {
			addInit(t, corev1.Container{Name: "sidecar2", Image: "a", RestartPolicy: new(corev1.ContainerRestartPolicyAlways)}).Resources.Requests = corev1.ResourceList{"cpu": resource.MustParse("2Mi")}
		}})
}

func claimChanges() []change {
	var changes []change
	for _, claim := range []corev1.ResourceClaim{{}, {Name: "gpu"}, {Name: "gpu", Request: "a"}, {Name: "gpu", Request: "b"}, {Name: "nic"}, {Name: "nic", Request: "A_"}, {Name: "none"}, {Request: "a"}, {Name: "gpu/a"}, {Name: "gpu/a", Request: "b"}} {
		changes = append(changes, inContainers(fmt.Sprintf("claim %v", claim), func(c *corev1.Container) { c.Resources.Claims = append(c.Resources.Claims, claim) })...)
	}
	for _, name := range []string{"gpu", "nic", ""} {
		changes = append(changes, change{"claim of the pod " + name, func(t *corev1.PodTemplateSpec) {
			t.Spec.ResourceClaims = append(t.Spec.ResourceClaims, corev1.PodResourceClaim{Name: name, ResourceClaimName: new("a")})
		}})
	}
	return changes
}

func TestContainerRules(t *testing.T) {
	for _, area := range []struct {
		name    string
		base    func() *corev1.PodTemplateSpec
		changes []change
	}{
		{"containers", smallTemplate, containerChanges()},
		{"ports", smallTemplate, portChanges()},
		{"env", volumesTemplate, envChanges()},
		{"mounts", volumesTemplate, mountChanges()},
		{"resources", smallTemplate, resourceChanges()},
		{"pod resources", smallTemplate, podResourceChanges()},
		{"claims", smallTemplate, claimChanges()},
	} {
		t.Run(area.name, func(t *testing.T) { compareTemplates(t, area.base, area.changes) })
	}
}

func TestNoContainers(t *testing.T) {
	template := smallTemplate()
	template.Spec.Containers = nil
	compareTemplate(t, template)
	addInit(template, corev1.Container{Image: "a"})
	compareTemplate(t, template)
}
