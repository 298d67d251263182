package run

import (
	"context"
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
)

// Env prints the variables for Make, Docker and debuggers.
func Env(ctx context.Context, s command.Streams, args []string) error {
	// The only flag: accesses of plain memory are recorded too.
	memory := len(args) == 1 && strings.TrimLeft(args[0], "-") == "memory"
	if !memory {
		if err := command.NoArguments("env", args); err != nil {
			return err
		}
	}
	here := goenv.Read(ctx, "")
	se, err := session.NewBuild(s, here, memory)
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
