package goroot

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/goenv"
)

// Oldest and Newest are the minor versions of Go 1 that can be instrumented.
const (
	Oldest = 24
	Newest = 27
)

// A Toolchain is the Go that a module selects.
type Toolchain struct {
	Root    string // its GOROOT
	Version string // "go1.26.8"
}

// Resolve returns the toolchain that the go command selects: toolchain
// lines, GOTOOLCHAIN and downloads included.
func Resolve(env goenv.Env) (Toolchain, error) {
	if env.Err != nil {
		return Toolchain{}, env.Err
	}
	tc := Toolchain{Root: original(env.GOROOT), Version: env.GOVERSION}
	return tc, tc.check()
}

// original returns the GOROOT whose shadow root is, or root itself: the user may
// have set the variables of "deadlocklint record env".
func original(root string) string {
	if _, err := os.Stat(filepath.Join(root, doneFile)); err != nil {
		return root
	}
	version, err := os.Readlink(filepath.Join(root, "VERSION"))
	if err != nil {
		return root
	}
	return filepath.Dir(version)
}

func (tc Toolchain) check() error {
	if err := Supported(); err != nil {
		return err
	}
	minor := tc.Minor()
	if minor < Oldest || minor > Newest {
		return fmt.Errorf("%s cannot be instrumented, only Go 1.%d to 1.%d; set GOTOOLCHAIN=go1.%d.0 or later", tc.Version, Oldest, Newest, Oldest)
	}
	return nil
}

// Supported says why programs cannot be instrumented on this system, or nil.
func Supported() error {
	switch runtime.GOOS + "/" + runtime.GOARCH {
	case "linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64":
		return nil
	}
	return fmt.Errorf("programs cannot be recorded on %s/%s: the recorder is written for Linux and macOS on amd64 and arm64; run it there", runtime.GOOS, runtime.GOARCH)
}

// Minor returns the m of go1.m, or 0.
func (tc Toolchain) Minor() int {
	rest, ok := strings.CutPrefix(tc.Version, "go1.")
	if !ok {
		return 0
	}
	end := 0
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(rest[:end])
	if err != nil {
		return 0
	}
	return n
}

// Go is the path of the go command to call.
func (s *Shadow) Go() string { return filepath.Join(s.Dir, "bin", "go") }

// Env returns the variables that make a go command build instrumented
// programs, to be added to an environment.
func (s *Shadow) Env() []string {
	env := []string{
		"GOROOT=" + s.Dir,
		"GOTOOLCHAIN=local",
		"PATH=" + filepath.Join(s.Dir, "bin") + string(os.PathListSeparator) + os.Getenv("PATH"),
	}
	if old := os.Getenv("GOEXPERIMENT"); s.Toolchain.specialised() || strings.Contains(old, "sizespecializedmalloc") {
		env = append(env, "GOEXPERIMENT="+strings.TrimPrefix(old+",nosizespecializedmalloc", ","))
	}
	return env
}

// specialised reports whether the compiler calls allocators made for one size
// each, which no hook sees, unless the experiment is off.
func (tc Toolchain) specialised() bool {
	b, err := os.ReadFile(filepath.Join(tc.Root, "src", "internal", "buildcfg", "exp.go"))
	return err == nil && bytes.Contains(b, []byte("SizeSpecializedMalloc:"))
}
