package run

import (
	"errors"
	"fmt"
	"os"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// show prints a trace.
func show(s command.Streams, args []string) error {
	_, args, err := flags.Parse(flags.Trace, args)
	if err != nil {
		return command.HelpOr("record", err)
	}
	if len(args) != 1 {
		return command.Usage(errors.New("which trace? say deadlocklint record show FILE"))
	}
	info, err := os.Stat(args[0])
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a directory", args[0])
	}
	if err != nil {
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
