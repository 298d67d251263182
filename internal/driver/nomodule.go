package driver

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/load"
)

// inModule is an error where patterns name packages below a directory that is in no
// module: every step that follows would say so in words of its own. What the go
// command knows without a module, such as files and the standard library, is left to it.
func inModule(ctx context.Context, dir string, patterns []string) error {
	below := func(p string) bool { return p == "." || strings.HasPrefix(p, "./") }
	if len(patterns) > 0 && !slices.ContainsFunc(patterns, below) || slices.ContainsFunc(patterns, isGoFile) {
		return nil
	}
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOMOD", "GOWORK", "GO111MODULE")
	cmd.Dir = dir
	out, err := cmd.Output()
	var env struct{ GOMOD, GOWORK, GO111MODULE string }
	if err != nil || json.Unmarshal(out, &env) != nil {
		return nil // the go command itself will say what is wrong
	}
	if env.GO111MODULE != "off" && env.GOWORK == "" && (env.GOMOD == "" || env.GOMOD == os.DevNull) {
		return load.ErrNoModule
	}
	return nil
}

func isGoFile(pattern string) bool { return strings.HasSuffix(pattern, ".go") }
