package conformance

import (
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
)

// combinations are templates with two fields that exclude each other. Changes of one field never
// produce them. Each is merged into the plain Job.
var combinations = []string{
	`{spec: {volumes: [{name: e, ephemeral: {volumeClaimTemplate: {metadata: {finalizers: [a]}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1}}}}}}]}}`,
	`{spec: {volumes: [{name: e, ephemeral: {volumeClaimTemplate: {metadata: {ownerReferences: [{name: a}]}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1}}}}}}]}}`,
	`{spec: {volumes: [{name: e, ephemeral: {volumeClaimTemplate: {metadata: {managedFields: [{manager: a}]}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1}}}}}}]}}`,
	`{spec: {hostIPC: true, securityContext: {sysctls: [{name: kernel.sem, value: "1"}]}}}`,
	`{spec: {hostNetwork: true, securityContext: {sysctls: [{name: net.a, value: "1"}]}}}`,
	`{spec: {containers: [{name: main, securityContext: {allowPrivilegeEscalation: false, privileged: true}}]}}`,
	`{spec: {containers: [{name: main, securityContext: {allowPrivilegeEscalation: false, capabilities: {add: [CAP_SYS_ADMIN]}}}]}}`,
	`{spec: {topologySpreadConstraints: [{topologyKey: a, whenUnsatisfiable: DoNotSchedule, maxSkew: 1}, {topologyKey: a, whenUnsatisfiable: DoNotSchedule, maxSkew: 2}]}}`,
	`{spec: {topologySpreadConstraints: [{topologyKey: a, whenUnsatisfiable: DoNotSchedule, maxSkew: 1, matchLabelKeys: [a], labelSelector: {matchLabels: {a: b}}}]}}`,
	`{spec: {tolerations: [{key: a, operator: Exists, value: b}]}}`,
	`{spec: {tolerations: [{key: a, operator: Equal, value: a b}]}}`,
	`{spec: {tolerations: [{key: a, operator: Gt, value: a}]}}`,
	`{spec: {volumes: [{name: a, emptyDir: {}}], containers: [{name: main, volumeDevices: [{name: a, devicePath: /a}]}]}}`,
	`{spec: {volumes: [{name: a, persistentVolumeClaim: {claimName: a}}], containers: [{name: main, volumeDevices: [{name: a, devicePath: /a}], volumeMounts: [{name: a, mountPath: /b}]}]}}`,
	`{spec: {volumes: [{name: a, persistentVolumeClaim: {claimName: a}}, {name: b, emptyDir: {}}], containers: [{name: main, volumeDevices: [{name: a, devicePath: /a}], volumeMounts: [{name: b, mountPath: /a}]}]}}`,
	`{metadata: {name: p}, spec: {volumes: [{name: a, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1}}}}}}, {name: b, persistentVolumeClaim: {claimName: p-a}}]}}`,
	`{metadata: {name: A_}, spec: {volumes: [{name: a, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1}}}}}}]}}`,
	`{metadata: {annotations: {container.apparmor.security.beta.kubernetes.io/main: runtime/default}}, spec: {containers: [{name: main, securityContext: {appArmorProfile: {type: Unconfined}}}]}}`,
	`{metadata: {annotations: {container.apparmor.security.beta.kubernetes.io/main: localhost/a}}, spec: {containers: [{name: main, securityContext: {appArmorProfile: {type: Localhost, localhostProfile: b}}}]}}`,
	`{metadata: {annotations: {seccomp.security.alpha.kubernetes.io/pod: localhost/a}}, spec: {securityContext: {seccompProfile: {type: Localhost, localhostProfile: b}}}}`,
	`{metadata: {annotations: {seccomp.security.alpha.kubernetes.io/pod: runtime/default}}, spec: {securityContext: {seccompProfile: {type: Unconfined}}}}`,
	`{spec: {containers: [{name: main, restartPolicy: Always, resizePolicy: [{resourceName: cpu, restartPolicy: NotRequired}, {resourceName: cpu, restartPolicy: NotRequired}]}]}}`,
	`{spec: {containers: [{name: main, env: [{name: A, valueFrom: {}}]}]}}`,
	`{spec: {containers: [{name: main, env: [{name: A, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: "metadata.name['a']"}}}]}]}}`,
	`{spec: {hostUsers: false, hostNetwork: true}}`,
	`{spec: {hostUsers: false, hostPID: true}}`,
	`{spec: {hostUsers: false, hostIPC: true}}`,
	`{spec: {imagePullSecrets: [{name: ""}]}}`,
	`{spec: {initContainers: [{name: i, image: a, restartPolicy: Always, restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [1]}}]}]}}`,
	`{spec: {initContainers: [{name: i, image: a, restartPolicy: Sometimes}]}}`,
	`{spec: {initContainers: [{name: i, image: a, lifecycle: {preStop: {sleep: {seconds: 1}}}}]}}`,
	`{spec: {initContainers: [{name: i, image: a, livenessProbe: {tcpSocket: {port: 1}}}]}}`,
	`{spec: {os: {name: linux}, securityContext: {windowsOptions: {runAsUserName: a}}}}`,
	`{spec: {os: {name: linux}, containers: [{name: main, securityContext: {windowsOptions: {runAsUserName: a}}}]}}`,
	`{spec: {os: {name: windows}, hostPID: true}}`,
	`{spec: {os: {name: windows}, securityContext: {runAsUser: 1}}}`,
	`{spec: {os: {name: windows}, resources: {limits: {cpu: 1}}}}`,
	`{spec: {os: {name: windows}, containers: [{name: main, securityContext: {privileged: true}}]}}`,
	`{spec: {securityContext: {windowsOptions: {hostProcess: true}}}}`,
	`{spec: {hostNetwork: true, securityContext: {windowsOptions: {hostProcess: true}}, containers: [{name: main, securityContext: {windowsOptions: {hostProcess: false}}}]}}`,
	`{spec: {hostNetwork: true, securityContext: {windowsOptions: {hostProcess: false}}, containers: [{name: main, securityContext: {windowsOptions: {hostProcess: true}}}]}}`,
	`{spec: {dnsPolicy: None}}`,
	`{spec: {dnsPolicy: None, dnsConfig: {searches: [a]}}}`,
	`{spec: {restartPolicy: ""}}`,
	`{spec: {hostNetwork: true, containers: [{name: main, ports: [{containerPort: 1, hostPort: 2}]}]}}`,
	`{spec: {resources: {requests: {cpu: 1}}, containers: [{name: main, resources: {requests: {cpu: 2}}}]}}`,
	`{spec: {resources: {limits: {hugepages-2Mi: 2Mi, cpu: 1}}, containers: [{name: main, resources: {limits: {hugepages-2Mi: 4Mi, cpu: 1}}}]}}`,
	`{spec: {resources: {requests: {cpu: 2}, limits: {cpu: 1}}}}`,
	`{spec: {resources: {limits: {cpu: 1}}, containers: [{name: main, resources: {limits: {cpu: 2}}}]}}`,
	`{spec: {containers: [{name: main, resources: {requests: {example.com/a: 1}, limits: {example.com/a: 2}}}]}}`,
	`{spec: {volumes: [{name: a, emptyDir: {sizeLimit: -1}}]}}`,
	`{spec: {tolerations: [{key: a, operator: Exists, effect: NoSchedule, tolerationSeconds: 1}]}}`,
	`{spec: {volumes: [{name: a, persistentVolumeClaim: {claimName: a}}, {name: b, persistentVolumeClaim: {claimName: b}}], containers: [{name: main, volumeDevices: [{name: a, devicePath: /a}, {name: b, devicePath: /a}]}]}}`,
	`{spec: {volumes: [{name: a, persistentVolumeClaim: {claimName: a}}, {name: b, persistentVolumeClaim: {claimName: b}}], initContainers: [{name: i, image: a, volumeDevices: [{name: a, devicePath: /a}, {name: b, devicePath: /a}]}]}}`,
	`{spec: {hostUsers: false, volumes: [{name: a, persistentVolumeClaim: {claimName: a}}], initContainers: [{name: i, image: a, volumeDevices: [{name: a, devicePath: /a}]}]}}`,
	`{spec: {hostUsers: false, volumes: [{name: a, persistentVolumeClaim: {claimName: a}}], containers: [{name: main, image: a, volumeDevices: [{name: a, devicePath: /a}]}]}}`,
	`{spec: {resources: {limits: {hugepages-2Mi: 2Mi, cpu: 1}}, containers: [{name: main, resources: {limits: {hugepages-2Mi: 2Mi, cpu: 1}}}, {name: other, image: a, resources: {limits: {hugepages-2Mi: 2Mi, cpu: 1}}}]}}`,
}

// bothSelected is a spread constraint that selects by the same key in three ways.
const bothSelected = `{topologyKey: a, whenUnsatisfiable: DoNotSchedule, maxSkew: 1, matchLabelKeys: [a], labelSelector: {matchLabels: {a: b}, matchExpressions: [{key: a, operator: Exists}]}}`

// replacements are pairs of an old and a new template. The old one makes the new one acceptable.
var replacements = [][2]string{
	{`{spec: {tolerations: [{key: a, operator: Gt, value: "1"}]}}`, `{spec: {tolerations: [{key: a, operator: Gt, value: "01"}]}}`},
	{`{spec: {topologySpreadConstraints: [` + bothSelected + `]}}`, `{spec: {topologySpreadConstraints: [` + bothSelected + `]}}`},
	{`{spec: {tolerations: [{key: a, operator: Gt, value: "1"}]}}`, `{spec: {tolerations: [{key: a, operator: Lt, value: "99999999999999999999"}]}}`},
}

// withoutDefaults are templates whose only mistake is a missing field that has a default.
var withoutDefaults = []string{
	`{spec: {volumes: [{name: a, azureDisk: {diskName: a, cachingMode: None, fsType: ext4, readOnly: false}}]}}`,
	`{spec: {volumes: [{name: a, image: {reference: a}}]}}`,
}

// combined returns the combinations, each as written and with defaults, and the replacements.
func combined(t testing.TB) []templating {
	t.Helper()
	small := &plain().Spec.Template
	_, whole := bothTemplates(t, small, false)
	var cases []templating
	for _, over := range combinations {
		cases = append(cases, templating{Template: templateOver(t, small, over)}, templating{Template: templateOver(t, small, over), AsWritten: true})
	}
	for _, over := range withoutDefaults {
		cases = append(cases, templating{Template: templateOver(t, whole, over), AsWritten: true})
	}
	for _, over := range replacements {
		cases = append(cases, templating{Old: new(templateOver(t, small, over[0])), Template: templateOver(t, small, over[1])})
	}
	return cases
}

// templateOver merges a patch into a template.
func templateOver(t testing.TB, under *corev1.PodTemplateSpec, over string) corev1.PodTemplateSpec {
	t.Helper()
	job := plain()
	job.Spec.Template = *under
	return decoded[kubernetesv1.Job](t, merged(t, job, "{spec: {template: "+over+"}}")).Spec.Template
}
