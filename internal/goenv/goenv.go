// Package goenv knows what the go command decides in a directory: the toolchain, the
// module and the flags of every build. [Read] asks the go command once, and the answer
// is handed down to the packages that need a part of it.
//
// The package keeps nothing between two questions, and sets no variable.
package goenv

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// An Env has the variables of the go command in a directory, those of "go env -w" among them.
type Env struct {
	Dir string `json:"-"` // absolute
	Err error  `json:"-"` // why the go command did not answer: who cannot do without an answer returns it

	GOROOT, GOVERSION string
	GOARCH            string
	GOFLAGS           string
	GOMOD, GOWORK     string // files; GOMOD is os.DevNull where there is no module
	GO111MODULE       string
}

// variables are the names of those variables.
var variables = []string{"GOROOT", "GOVERSION", "GOARCH", "GOFLAGS", "GOMOD", "GOWORK", "GO111MODULE"}

// Read asks the go command. An empty dir is the current one.
func Read(ctx context.Context, dir string) (env Env) {
	if env.Dir, env.Err = filepath.Abs(dir); env.Err == nil {
		env.Err = env.read(ctx)
	}
	return env
}

func (e *Env) read(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "go", append([]string{"env", "-json"}, variables...)...)
	cmd.Dir = e.Dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("there is no go command on the PATH; install Go from go.dev/dl")
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		said, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return fmt.Errorf("go env failed: %s; run it in %s to see why", said, e.Dir)
	}
	if err := json.Unmarshal(out, e); err != nil {
		return fmt.Errorf("go env printed %q; run go env -json to see why", out)
	}
	return nil
}

// InModule reports whether there is a module, a workspace, or nothing of either is wanted.
func (e Env) InModule() bool {
	return e.GO111MODULE == "off" || e.GOWORK != "" && e.GOWORK != "off" || e.GOMOD != "" && e.GOMOD != os.DevNull
}
