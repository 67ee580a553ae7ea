package conformance

// Reasons why no case can produce an error.
const (
	featureOff   = "the feature is off by default, and servers drop the field"
	featureOn    = "the rule applies only without a feature that is on by default"
	privileged   = "privileged containers are allowed"
	forPods      = "the rule is for pods: templates are validated without their name and annotations"
	notATemplate = "the rule is for another kind of object"
	forCronJobs  = "the rule is for the other fields of a CronJob"
)

// unmet lists the sites in Kubernetes' validation that no case of the report reaches although a case
// calls their function, with the reason.
var unmet = map[site]string{
	{"ValidateCronJobCreate", "Invalid must be no more than 52 characters"}:                                                               forCronJobs,
	{"ValidatePodSpec", "Forbidden may not be set when evictionResponders is set"}:                                                        featureOff,
	{"ValidatePodSpec", "validateSchedulingGroup"}:                                                                                        featureOff,
	{"ValidateSecurityContext", "Forbidden disallowed by cluster policy"}:                                                                 privileged,
	{"ValidateVolumeMounts", "Invalid bindMountOptions may not be used with image volumes"}:                                               featureOff,
	{"ValidateVolumes", "Invalid must not reference a PVC that gets created for an ephemeral volume"}:                                     forPods,
	{"ValidationOptionsForPersistentVolumeClaimTemplate", "ValidateLabelSelector"}:                                                        "the function only asks whether the old claim of an update was valid",
	{"validateBindMountOptions", "Duplicate"}:                                                                                             featureOff,
	{"validateBindMountOptions", "NotSupported"}:                                                                                          featureOff,
	{"validateConcurrencyPolicy", "NotSupported"}:                                                                                         forCronJobs,
	{"validateConcurrencyPolicy", "Required"}:                                                                                             forCronJobs,
	{"validateContainers", "Forbidden may not be set for non-init containers"}:                                                            featureOn,
	{"validateCronJobSpec", "Required schedule"}:                                                                                          forCronJobs,
	{"validateEnvVarValueFrom", "Invalid must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef"}:        featureOn,
	{"validateGRPCAction", "NotSupported mode"}:                                                                                           featureOff,
	{"validateGeneratedSelector", "Required metadata"}:                                                                                    "servers set the UID before they validate",
	{"validateHTTPGetAction", "Invalid is only supported with HTTP (H2C)"}:                                                                featureOff,
	{"validateHTTPGetAction", "Invalid must be empty when `protocol` is \\\"HTTP2\\"}:                                                     featureOff,
	{"validateHTTPGetAction", "NotSupported protocol"}:                                                                                    featureOff,
	{"validateImagePullSecrets", "Invalid only name may be set"}:                                                                          "the type has no other field",
	{"validateInitContainerRestartPolicy", "Forbidden restartPolicyRules are not allowed for init containers with restart policy Always"}: featureOn,
	{"validateInitContainerRestartPolicy", "NotSupported restartPolicy"}:                                                                  featureOn,
	{"validateInitContainers", "Invalid must not be set for init containers"}:                                                             featureOn,
	{"validateLifecycle", "validateStopSignal"}:                                                                                           featureOff,
	{"validateObjectFieldSelector", "Invalid does not support subscript"}:                                                                 "an earlier rule rejects paths with an unknown subscript",
	{"validatePodFailurePolicyRuleOnPodConditions", "Required valid values: %q"}:                                                          "the status has a default",
	{"validatePodResourceClaim", "Forbidden static pods do not support resource claims"}:                                                  forPods,
	{"validateScheduleFormat", "Invalid cannot use TZ or CRON_TZ in schedule, use timeZone field instead"}:                                forCronJobs,
	{"validateScheduleFormat", "Invalid cannot use both timeZone field and TZ or CRON_TZ in schedule"}:                                    forCronJobs,
	{"validateScheduleFormat", "Invalid"}:                                                                                                 forCronJobs,
	{"validateTaintEffect", "Required"}:                                                                                                   notATemplate,
	{"validateTimeZone", "Invalid timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones"}:                  forCronJobs,
	{"validateTimeZone", "Invalid timeZone must be nil or non-empty string"}:                                                              forCronJobs,
	{"validateTimeZone", "Invalid unknown time zone %s"}:                                                                                  forCronJobs,
	{"validateTimeZone", "Invalid"}:                                                                                                       forCronJobs,
	{"validateUserField", "Invalid"}:                                                                                                      featureOff,
	{"validateVolumeSource", "Invalid PVC name %q: %v"}:                                                                                   forPods,
	{"validateVolumeSource", "Invalid emptyDir"}:                                                                                          featureOff,
	{"validateVolumeSource", "ValidatePersistentVolumeName"}:                                                                              forPods,
	{"validateWindowsHostProcessPod", "Forbidden"}:                                                                                        privileged,
}
