package podtemplate

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// TestPullPolicy has a case for each rule about references. internal/conformance compares random
// references with kube-apiserver.
func TestPullPolicy(t *testing.T) {
	sha256 := "@sha256:" + strings.Repeat("0a", 32)
	always := []string{
		"busybox", "busybox:latest", "team/app", "a/b/c", "localhost/app", "localhost:5000/app", "registry.example.com/a/b:latest",
		"REGISTRY/app", "[::1]:5000/app", "[::1]/app", "a__b", "a---b", "a.b_c", "a_b.c/d", "busybox:latest" + sha256, "docker.io/busybox",
		"index.docker.io/busybox", "9", strings.Repeat("a", 247), strings.Repeat("a/", 123) + "a", strings.Repeat("0", 63),
	}
	ifNotPresent := []string{
		"", "busybox:1", "busybox:Latest", "busybox" + sha256, "busybox:1" + sha256, "registry.example.com/a:v1",
		// Invalid references.
		"Busybox", "a b", "/a", "a/", "a//b", "-a", "a-", "a..b", "a___b", "a-_b", "a._b", "a:", "a:.b", "a:-b", "a:b:c", "a@", "a@sha256:0a", "a" + strings.ToUpper(sha256),
		"a@md5:" + strings.Repeat("0", 32), "a:b/c", "localhost:/a", "a.b:x/c", "-a.b/c", "[::1/app", "[]/app", "[::1]5000/app", "[::1]:/app", "[g]/app",
		"a" + sha256 + "0", "ü", "a\xff", strings.Repeat("a", 248), strings.Repeat("0", 64), "a:" + strings.Repeat("b", 129),
	}
	for policy, images := range map[corev1.PullPolicy][]string{corev1.PullAlways: always, corev1.PullIfNotPresent: ifNotPresent} {
		for _, image := range images {
			if got := pullPolicy(image); got != policy {
				t.Errorf("%q: got %s, want %s", image, got, policy)
			}
		}
	}
}
