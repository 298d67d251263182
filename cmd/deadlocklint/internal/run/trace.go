package run

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// Trace prints a trace.
func Trace(ctx context.Context, s command.Streams, args []string) error {
	if len(args) != 1 {
		return command.Usage(errors.New("which trace? say deadlocklint trace FILE"))
	}
	if _, err := os.Stat(args[0]); err != nil {
		return command.Usage(fmt.Errorf("%w; name a *.dltrace file from a directory of -keep", err))
	}
	t, err := wire.ReadFile(args[0])
	if err != nil {
		return err
	}
	if err := wire.WriteText(s.Out, t); err != nil {
		return err
	}
	if t.Damage != nil {
		return fmt.Errorf("%s: %w; what came before was printed", args[0], t.Damage)
	}
	return nil
}
