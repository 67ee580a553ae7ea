package apiserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apiserver/pkg/storage/etcd3/testserver"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	apiservertesting "k8s.io/kubernetes/cmd/kube-apiserver/app/testing"
	"k8s.io/kubernetes/test/utils/ktesting"
	"k8s.io/kubernetes/test/utils/ktesting/initoption"
)

const (
	inJSON = "application/json"
	inYAML = "application/yaml"

	strictQuery = "fieldValidation=" + metav1.FieldValidationStrict
	dryRunQuery = strictQuery + "&dryRun=" + metav1.DryRunAll
)

// server is a kube-apiserver that runs in this process.
type server struct {
	client    *http.Client
	url       string
	workloads bool // the feature of spec.scheduling is on
}

// start starts etcd and kube-apiserver. Both stop when the test ends. Their data is in temporary
// directories.
func start(t *testing.T, flags ...string) server {
	t.Helper()
	klog.SetLogger(logr.Discard())
	runtime.ReallyCrash = false // the server answers 500 after a panic, and keeps the connection

	etcd := testserver.NewTestConfig(t)
	testserver.RunEtcd(t, etcd)
	storage := storagebackend.NewDefaultConfig("/registry", nil)
	storage.Transport.ServerList = []string{etcd.ListenClientUrls[0].String()}

	// Without an output per test, the logs go to klog, which discards them.
	quiet := ktesting.Init(t, initoption.PerTestOutput(false))
	flags = append(flags, "--allow-privileged=true") // as the usual installers configure it
	running, err := apiservertesting.StartTestServer(quiet, nil, flags, storage)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(running.TearDownFn)
	client, err := rest.HTTPClientFor(running.ClientConfig)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.CloseIdleConnections)
	return server{client: client, url: running.ClientConfig.Host}
}

// answer is a server's answer to a request.
type answer struct {
	code     int
	body     []byte
	status   metav1.Status // set if the request failed
	warnings []string
}

// do sends a request. The path may include a query.
func (s server) do(t testing.TB, method, path string, d document) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, bytes.NewReader(d.data))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", d.contentType)
	request.Header.Set("Accept", inJSON)
	response, err := s.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{code: response.StatusCode}
	warnings, errs := net.ParseWarningHeaders(response.Header.Values("Warning"))
	for _, err := range errs {
		t.Error(err)
	}
	for _, warning := range warnings {
		a.warnings = append(a.warnings, warning.Text)
	}
	a.body, err = io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		t.Fatal(err)
	}
	if a.code >= http.StatusBadRequest && strings.HasPrefix(response.Header.Get("Content-Type"), inJSON) {
		if err := json.Unmarshal(a.body, &a.status); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// namespace creates a namespace and returns its name.
func (s server) namespace(t testing.TB) string {
	t.Helper()
	a := s.do(t, http.MethodPost, "/api/v1/namespaces", document{inJSON, []byte(`{"metadata": {"generateName": "jobs-"}}`)})
	if a.code != http.StatusCreated {
		t.Fatalf("create a namespace: %d %s", a.code, a.body)
	}
	var made metav1.PartialObjectMetadata
	if err := json.Unmarshal(a.body, &made); err != nil {
		t.Fatal(err)
	}
	return made.Name
}

// has creates a namespace if it doesn't exist. It reports false if the name is invalid.
func (s server) has(t testing.TB, namespace string) bool {
	t.Helper()
	a := s.do(t, http.MethodPost, "/api/v1/namespaces", document{inJSON, fmt.Appendf(nil, `{"metadata": {"name": %q}}`, namespace)})
	switch a.code {
	case http.StatusCreated, http.StatusConflict:
		return true
	case http.StatusUnprocessableEntity:
		return false
	}
	t.Fatalf("create namespace %s: %d %s", namespace, a.code, a.body)
	return false
}

// dryRun creates a document as a dry run.
func (s server) dryRun(t testing.TB, namespace string, d document) answer {
	t.Helper()
	return s.do(t, http.MethodPost, jobsPath(namespace)+"?"+dryRunQuery, d)
}

// dryUpdate replaces a Job by a document as a dry run.
func (s server) dryUpdate(t testing.TB, namespace, name string, d document) answer {
	t.Helper()
	return s.do(t, http.MethodPut, jobsPath(namespace)+"/"+name+"?"+dryRunQuery, d)
}

// create creates a document.
func (s server) create(t testing.TB, namespace string, d document) answer {
	t.Helper()
	return s.do(t, http.MethodPost, jobsPath(namespace)+"?"+strictQuery, d)
}

// get returns a stored Job as JSON.
func (s server) get(t testing.TB, namespace, name string) []byte {
	t.Helper()
	a := s.do(t, http.MethodGet, jobsPath(namespace)+"/"+name, document{contentType: inJSON})
	if a.code != http.StatusOK {
		t.Fatalf("get %s: %d %s", name, a.code, a.body)
	}
	return a.body
}

func jobsPath(namespace string) string {
	return "/apis/batch/v1/namespaces/" + namespace + "/jobs"
}
