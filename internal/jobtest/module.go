package jobtest

import (
	"os/exec"
	"strings"
	"testing"
)

// ModuleDir returns the directory in the module cache with the source of a module that this
// module requires.
func ModuleDir(tb testing.TB, module string) string {
	tb.Helper()
	out, err := exec.CommandContext(tb.Context(), "go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		tb.Fatalf("go list -m %s: %v", module, err)
	}
	return strings.TrimSpace(string(out))
}
