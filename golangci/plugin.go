// Package golangci is deadlocklint as a module plugin of golangci-lint v2.
//
// golangci-lint is built together with it (doc/golangci.md says how) and hands
// over the settings of the configuration; the package returns the analyzers of
// passes/suite. golangci-lint itself runs them and carries facts from package to
// package. It is a module of its own, because it needs what registers plugins and
// no other package does. Nothing is run here, and dynamic commands are not part of it.
package golangci

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

func init() { register.Plugin("deadlocklint", New) }

// Settings are those of linters.settings.custom.deadlocklint.settings.
type Settings struct {
	// Scope lists module path prefixes to look at in depth besides the main module.
	Scope List `json:"scope"`
	// Enable lists checks to run besides those that are on by default, or all.
	Enable List `json:"enable"`
}

// A List is the value of a setting: a list, or a text with commas as on a command line.
type List []string

// UnmarshalJSON reads both forms. golangci-lint hands YAML over as JSON.
func (l *List) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*l = List{text}
		return nil
	}
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return errors.New("a setting is neither a text nor a list of texts")
	}
	*l = list
	return nil
}

func (l List) String() string { return strings.Join(l, ",") }

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
	list, err := suite.Select(lockfacts.Options{}, p.Scope.String(), p.Enable.String())
	for _, a := range list {
		a.Run = withoutRelated(a.Run)
	}
	return list, err
}

// withoutRelated leaves the related places out. golangci-lint makes an issue of each,
// with a line of its own that a comment at the finding does not silence; the message
// names both sides anyway.
func withoutRelated(run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			pass.Report(d)
		}
		return run(&p)
	}
}

// GetLoadMode asks for types: there is no check that needs only syntax.
func (p plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
