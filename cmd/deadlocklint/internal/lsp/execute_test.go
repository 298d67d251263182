package lsp

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/results"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestReplayTakesOneFile: whatever the results cache says, a lens replays one file and
// trusts nothing.
func TestReplayTakesOneFile(t *testing.T) {
	for replay, want := range map[string][]string{
		"deadlocklint replay a.json":        {"replay", "-json", "--", "a.json"},
		"deadlocklint replay -trust":        {"replay", "-json", "--", "-trust"},
		"deadlocklint replay -trust a.json": {"replay", "-json", "--", "-trust a.json"},
		"touch /tmp/x":                      nil,
	} {
		s := &Server{results: map[string]*results.Results{"/m": {Findings: []report.Finding{{Replay: replay}}}}}
		_, args, err := s.commandLine(editorCommand{Command: commandReplay, Arguments: []string{"/m", replay}})
		if !slices.Equal(args, want) || (err == nil) != (want != nil) {
			t.Errorf("%s: %q, %v", replay, args, err)
		}
	}
}
