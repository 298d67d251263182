package golangci

import (
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// TestPlugin: golangci-lint finds the plugin by its name, and gets all checks.
func TestPlugin(t *testing.T) {
	newPlugin, err := register.GetPlugin("deadlocklint")
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(map[string]any{"scope": "example.com/m", "enable": "all"})
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.BuildAnalyzers()
	if err != nil || len(list) != len(suite.Docs()) || p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("%d analyzers of %d, %v", len(list), len(suite.Docs()), err)
	}
	if p, err = newPlugin(nil); err != nil {
		t.Fatalf("without settings: %v", err)
	}
	if list, err := p.BuildAnalyzers(); err != nil || len(list) == 0 {
		t.Errorf("without settings: %d analyzers, %v", len(list), err)
	}
}

// TestSettings: mistakes are said, with what there is.
func TestSettings(t *testing.T) {
	if _, err := New(map[string]any{"scoop": "x"}); err == nil || !strings.Contains(err.Error(), "scope and enable") {
		t.Errorf("an unknown setting: %v", err)
	}
	p, err := New(map[string]any{"enable": "nosuch"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.BuildAnalyzers(); err == nil || !strings.Contains(err.Error(), `there is no check "nosuch"`) {
		t.Errorf("an unknown check: %v", err)
	}
}
