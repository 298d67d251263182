package driver

import (
	"context"
	"os/exec"
	"strings"
)

// goflags returns the values of flags in GOFLAGS that ours would override
// without a word: what we pass on the command line wins over it.
func goflags(ctx context.Context, dir string) (ldflags []string, execProgram string) {
	cmd := exec.CommandContext(ctx, "go", "env", "GOFLAGS")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, "" // the go command itself will say what is wrong
	}
	fields, err := userExec(string(out)) // quoted in the same way
	if err != nil {
		return nil, ""
	}
	for _, f := range fields {
		name, value, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		switch name {
		case "ldflags":
			ldflags = append(ldflags, value)
		case "exec":
			execProgram = value
		}
	}
	return ldflags, execProgram
}
