package conformance

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// combinations are templates with two fields that exclude each other, which changes of one
// field do not make. Each is laid over the plain Job.
var combinations = []string{
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
}

// combined returns the templates of combinations, as they are written and with defaults.
func combined(t testing.TB) []templating {
	t.Helper()
	var cases []templating
	for _, over := range combinations {
		job := decoded[struct {
			Spec struct{ Template corev1.PodTemplateSpec }
		}](t, laidOver(t, plain(), "{spec: {template: "+over+"}}"))
		cases = append(cases, templating{Template: job.Spec.Template}, templating{Template: job.Spec.Template, AsWritten: true})
	}
	return cases
}
