package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/console"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/gopls"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/results"
)

// Run is the language server, on stdin and stdout.
func Run(ctx context.Context, s command.Streams, args []string) error {
	if len(args) > 0 && args[0] == "gopls" {
		return gopls.Run(ctx, s, args[1:])
	}
	if len(args) == 1 && (args[0] == "-stdio" || args[0] == "--stdio") {
		args = nil // editors say so, and there is nothing else
	}
	if err := command.NoArguments("lsp", args); err != nil {
		return err
	}
	if console.IsTerminal(s.In) {
		return command.Usage(errors.New("lsp talks to an editor, not to people; doc/editors.md has the settings"))
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("deadlocklint does not know where it is: %w; start it by its full path", err)
	}
	return Serve(ctx, s.In, closer{s.Out}, Options{Self: self, Version: command.Version(), Results: results.Last})
}

// closer is stdout, which the end of the conversation closes for no other reader.
type closer struct{ io.Writer }

// Close implements io.Closer.
func (closer) Close() error { return nil }
