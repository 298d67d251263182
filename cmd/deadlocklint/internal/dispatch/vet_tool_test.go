package dispatch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/tracked"
)

// builtTool is the command, for go vet, built once and removed by TestMain.
var builtTool struct{ binary string }

var buildTool = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "deadlocklint-tool-")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "deadlocklint")
	builtTool.binary = name
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if err := tracked.Program(filepath.Join("..", "..", "..", "..")); err != nil {
		return "", err
	}
	out, err := exec.Command("go", "build", "-o", name, "github.com/deadlocklint/deadlocklint/cmd/deadlocklint").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return name, nil
})

// vetTool returns the command for go vet.
func vetTool(t *testing.T) string {
	t.Helper()
	name, err := buildTool()
	if err != nil {
		t.Fatal(err)
	}
	return name
}
