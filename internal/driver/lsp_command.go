package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/deadlocklint/deadlocklint/internal/lsp"
)

// runLSP is the language server, on stdin and stdout.
func runLSP(ctx context.Context, s Streams, args []string) error {
	if len(args) == 1 && (args[0] == "-stdio" || args[0] == "--stdio") {
		args = nil // editors say so, and there is nothing else
	}
	if err := NoArguments("lsp", args); err != nil {
		return err
	}
	if isTerminal(s.In) {
		return Usage(errors.New("lsp talks to an editor, not to people; doc/editors.md has the settings"))
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("deadlocklint does not know where it is: %w; start it by its full path", err)
	}
	return lsp.Serve(ctx, s.In, closer{s.Out}, lsp.Options{Self: self, Version: version(), Results: lastResults})
}

// closer is stdout, which the end of the conversation closes for nobody else.
type closer struct{ io.Writer }

// Close implements io.Closer.
func (closer) Close() error { return nil }
