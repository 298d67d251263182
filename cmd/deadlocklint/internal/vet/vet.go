// Package vet speaks the protocol between go vet and a vettool, as far as
// unitchecker leaves it open. [Called] reports whether it is spoken. [Version] is
// the version by which the go command caches results, and [Checks] are the checks
// that run.
//
// It writes nothing; the main function does.
package vet

import (
	"encoding/json"
	"os"
	"runtime"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/load"
)

// Called reports whether the arguments are those with which the go command calls a vettool.
// There are three forms: -V=full alone for its version, -flags alone for its flags, and flags
// before the file that describes a package. The go command hands flags over as the user wrote
// them, so a value may be an argument of its own. No command of ours begins with a flag and
// ends with such a file.
func Called(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	if len(args) == 1 && (last == "-V=full" || last == "-flags") {
		return true
	}
	words := 0
	for range flagsIn(args[:len(args)-1], &words) {
	}
	return words == 0 && strings.HasSuffix(last, ".cfg")
}

// Refuses returns the reason why this program cannot do what go vet asks it for, or
// nil. The reason is a package in a newer Go than the Go that built us. Without this
// line go vet shows a confusing error of our type checker.
func Refuses(args []string) error {
	cfg := description(args)
	if cfg.ModulePath == "" {
		cfg.ModulePath = cfg.ImportPath
	}
	return load.TooNew(cfg.ModulePath, cfg.GoVersion, runtime.Version())
}

// A config has the parts that we read of the file by which the go command describes a
// package.
type config struct {
	ImportPath, ModulePath, GoVersion string
	VetxOnly                          bool // only facts are wanted
}

// description reads the file that the arguments end with. A file that cannot be read
// gives an empty one: unitchecker reads it again, and says so.
func description(args []string) (c config) {
	last := args[len(args)-1]
	if !strings.HasSuffix(last, ".cfg") {
		return config{}
	}
	if text, err := os.ReadFile(last); err != nil || json.Unmarshal(text, &c) != nil {
		return config{}
	}
	return c
}
