package run

import (
	"context"
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
)

// env prints the variables for Make, Docker and debuggers.
func env(ctx context.Context, s command.Streams, args []string) error {
	own, rest, err := flags.Parse(flags.Env, args)
	if err != nil {
		return command.HelpOr("record", err)
	}
	if err := command.NoArguments("record env", rest); err != nil {
		return err
	}
	here := goenv.Read(ctx, "")
	se, err := session.NewBuild(s, here, own.Memory)
	if err != nil {
		return err
	}
	defer se.Progress.Done()
	env := se.Shadow.Env()
	if se.Goflags != "" {
		env = append(env, "GOFLAGS="+se.Goflags)
	}
	for _, v := range env {
		fmt.Fprintf(s.Out, "export %s\n", quoteEnv(v))
	}
	for _, m := range se.Shadow.Missing {
		fmt.Fprintf(s.Err, "deadlocklint: %s: not recorded, this Go differs there: %s\n", se.Shadow.Toolchain.Version, m)
	}
	return nil
}

// quoteEnv quotes the value of NAME=value for a shell.
func quoteEnv(v string) string {
	name, value, _ := strings.Cut(v, "=")
	return name + "='" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}
