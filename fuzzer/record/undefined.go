package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// EnvHanded has the names of flags for [Handed]: a JSON list.
const EnvHanded = "DEADLOCKLINT_HANDED"

// Handed are the names of the flags that the session asks its test binaries about.
func Handed() (names []string, err error) {
	if list := os.Getenv(EnvHanded); list != "" {
		err = json.Unmarshal([]byte(list), &names)
	}
	return names, err
}

// Unkept describes how a binary that the go command has handed over is run. Nothing is kept.
func Unkept(binary string, args []string) (*Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	prefix, err := userPrefix()
	return &Target{Binary: binary, Args: args, Dir: cwd, Env: goVariables(), Prefix: prefix}, err
}

// undefined is how package flag begins to refuse a flag, on stderr and with exit status 2.
const undefined = "flag provided but not defined: -"

// Undefined returns the name of an argument that the test binary of the target does not define as a flag, "" for none. It is one of
// names. The binary is asked: it gets its arguments, and lists no test. A refusal by another package than flag is not recognised.
func (t *Target) Undefined(ctx context.Context, names []string) (string, error) {
	if len(names) == 0 {
		return "", nil
	}
	own := slices.DeleteFunc(slices.Clone(t.Args), func(a string) bool { return strings.HasPrefix(a, "-test.") })
	cmd := t.Command(ctx, append([]string{"-test.list=^$"}, own...), boundary.EnvMode+"=0")
	var said bytes.Buffer
	cmd.Stderr = &said
	var ended *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &ended) {
		return "", err
	}
	line, _, _ := strings.Cut(said.String(), "\n")
	name, found := strings.CutPrefix(line, undefined)
	if !found || !slices.Contains(names, name) {
		return "", nil
	}
	return name, nil
}

// userPrefix is the user's own -exec.
func userPrefix() (prefix []string, err error) {
	if list := os.Getenv(EnvExec); list != "" {
		err = json.Unmarshal([]byte(list), &prefix)
	}
	return prefix, err
}
