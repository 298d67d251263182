// Package vet speaks the protocol between go vet and a vettool, as far as unitchecker
// leaves it open: when it is spoken ([Called]), the version by which the go command
// caches results ([Version]), and which checks run ([Checks]).
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

// Called reports whether the arguments are those with which the go
// command calls a vettool: -V=full alone for its version, -flags alone for its
// flags, and else flags and then the file that describes a package. No command
// of ours begins with a flag and ends with such a file.
func Called(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	if len(args) == 1 && (last == "-V=full" || last == "-flags") {
		return true
	}
	for _, a := range args[:len(args)-1] {
		if !strings.HasPrefix(a, "-") {
			return false
		}
	}
	return strings.HasSuffix(last, ".cfg")
}

// Refuses returns why this program cannot do what go vet asks it for, or nil:
// the package is written in a newer Go than the one that built us. Without this
// line go vet shows what our type checker makes of it.
func Refuses(args []string) error {
	last := args[len(args)-1]
	if !strings.HasSuffix(last, ".cfg") {
		return nil
	}
	text, err := os.ReadFile(last)
	if err != nil {
		return nil // unitchecker reads it again, and says so
	}
	var cfg struct{ ImportPath, ModulePath, GoVersion string }
	if json.Unmarshal(text, &cfg) != nil {
		return nil
	}
	if cfg.ModulePath == "" {
		cfg.ModulePath = cfg.ImportPath
	}
	return load.TooNew(cfg.ModulePath, cfg.GoVersion, runtime.Version())
}
