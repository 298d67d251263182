// Package golangci is deadlocklint as a module plugin of golangci-lint v2.
//
// golangci-lint is built together with it (doc/golangci.md says how) and hands
// over the settings of the configuration; the package returns the analyzers of
// passes/suite. golangci-lint itself runs them and carries facts from package to
// package. It is a module of its own, because it needs what registers plugins and
// nobody else does. Nothing is run here, and dynamic commands are not part of it.
package golangci

import (
	"fmt"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

func init() { register.Plugin("deadlocklint", New) }

// Settings are those of linters.settings.custom.deadlocklint.settings.
type Settings struct {
	// Scope lists module path prefixes, separated by commas, to look at in depth
	// besides the main module.
	Scope string `json:"scope"`
	// Enable lists checks to run besides those that are on by default, separated
	// by commas, or all.
	Enable string `json:"enable"`
}

type plugin struct{ Settings }

// New makes the plugin from the settings as golangci-lint has read them. A
// setting that there is not is an error.
func New(settings any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](settings)
	if err != nil {
		return nil, fmt.Errorf("deadlocklint: %w; the settings are scope and enable", err)
	}
	return plugin{s}, nil
}

// BuildAnalyzers returns the checks.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return suite.Select(lockfacts.Options{}, p.Scope, p.Enable)
}

// GetLoadMode asks for types: there is no check that needs only syntax.
func (p plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
