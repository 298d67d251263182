package driver

import (
	"context"
	"fmt"
	"os"
	"strings"
)

// runEnv prints the variables for Make, Docker and debuggers.
func runEnv(ctx context.Context, s Streams, args []string) error {
	// The only flag: accesses of plain memory are recorded too.
	memory := len(args) == 1 && strings.TrimLeft(args[0], "-") == "memory"
	if !memory {
		if err := NoArguments("env", args); err != nil {
			return err
		}
	}
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	se, err := newBuild(ctx, s, wd, memory)
	if err != nil {
		return err
	}
	defer se.progress.done()
	env := se.shadow.Env()
	if se.goflags != "" {
		env = append(env, "GOFLAGS="+se.goflags)
	}
	for _, v := range env {
		fmt.Fprintf(s.Out, "export %s\n", quoteEnv(v))
	}
	for _, m := range se.shadow.Missing {
		fmt.Fprintf(s.Err, "deadlocklint: %s: not recorded, this Go differs there: %s\n", se.shadow.Toolchain.Version, m)
	}
	return nil
}

// quoteEnv quotes the value of NAME=value for a shell.
func quoteEnv(v string) string {
	name, value, _ := strings.Cut(v, "=")
	return name + "='" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}
