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

// TestLists: a list of YAML is what a text with commas is.
func TestLists(t *testing.T) {
	names := func(settings map[string]any) string {
		t.Helper()
		p, err := New(settings)
		if err != nil {
			t.Fatal(err)
		}
		list, err := p.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, a := range list {
			names = append(names, a.Name)
		}
		return strings.Join(names, " ")
	}
	plain, one := names(nil), names(map[string]any{"enable": []any{"condsignal"}})
	if strings.Contains(plain, "condsignal") || !strings.Contains(one, "condsignal") {
		t.Errorf("enabled %q, without settings %q", one, plain)
	}
	both := map[string]any{"enable": []any{"condsignal", "waitgroup"}, "scope": []any{"example.com/a", "example.com/b"}}
	if list, text := names(both), names(map[string]any{"enable": "condsignal,waitgroup"}); list != text || list == one {
		t.Errorf("as a list %q, as a text %q", list, text)
	}
	if _, err := New(map[string]any{"enable": 3}); err == nil || !strings.Contains(err.Error(), "neither a text nor a list") {
		t.Errorf("a number: %v", err)
	}
}
