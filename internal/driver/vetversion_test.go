package driver

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const someID = "zUmuyttCw8J5WydBNhed/0jSfm0nqt1ABiMz0TTEl/9PxtbyG6JuNejUezHcm6/8O0GWNtVuVvYe6TQTFkd"

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

func TestBuildIDInText(t *testing.T) {
	for text, want := range map[string]string{
		"MZ \xff Go build ID: \"" + someID + "\"\n \xff\xcc": someID,
		"MZ \xff Go build ID: \"redacted\"\n \xff":           "",
		"MZ \xff Go build ID: \"\"\n \xff":                   "",
		"MZ \xff Go build ID: \"" + someID:                   "",
		"MZ Go build ID: \"" + someID + "\"\n \xff":          "",
		"\x7fELF": "",
		"":        "",
	} {
		if got := buildID(strings.NewReader(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
