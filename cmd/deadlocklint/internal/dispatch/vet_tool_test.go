package dispatch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
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

// A package in a newer Go than ours is refused in one line that says what to do.
func TestVetOfANewerGo(t *testing.T) {
	dir := t.TempDir()
	for version, refused := range map[string]bool{"go1.999": true, "go1.24": false} {
		moduletest.Write(t, dir, "vet.cfg", `{"ID":"example.com/m/p","ImportPath":"example.com/m/p","ModulePath":"example.com/m","GoVersion":"`+version+`","GoFiles":["p.go"],"VetxOnly":true}`)
		out, err := exec.Command(vetTool(t), filepath.Join(dir, "vet.cfg")).CombinedOutput()
		if err == nil {
			t.Errorf("%s: a file that is not there is vetted: %s", version, out)
		}
		text := strings.TrimSpace(string(out))
		if got := strings.Contains(text, "GOTOOLCHAIN=go1.999.0 go install "); got != refused || refused && strings.Contains(text, "\n") {
			t.Errorf("%s: %s", version, text)
		}
	}
}

// TestVetVersion: the answer to go vet is the build ID of the executable, unless whoever linked it has set that.
func TestVetVersion(t *testing.T) {
	id := said(t, "go", "tool", "buildid", vetTool(t))
	if got := said(t, vetTool(t), "-V=full"); got != "deadlocklint version devel buildID="+id {
		t.Errorf("%q, want the build ID %s", got, id)
	}
	other := filepath.Join(t.TempDir(), "other.exe")
	said(t, "go", "build", "-ldflags=-buildid=redacted", "-o", other, "github.com/deadlocklint/deadlocklint/cmd/deadlocklint")
	if got := said(t, other, "-V=full"); strings.Contains(got, "redacted") || !strings.Contains(got, " version devel ") {
		t.Errorf("%q for a build ID that says nothing", got)
	}
}

func said(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}
