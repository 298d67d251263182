package protocol

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/program"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// The main function of a program is run under schedules as the one test of its package (package program). The same binary is the
// program, with the arguments of the user, and is run natively first: its output is shown then. A run under a schedule ends with main,
// so goroutines that are left then are no harm.

// runProgram builds the program as a test, and records a native run of it.
func (p *Protocols) runProgram(ctx context.Context, g session.GoFlags) error {
	main, err := program.Find(ctx, load.Options{Dir: p.se.Work, Flags: p.Flags, Lists: p.se.Lists}, p.Packages[0])
	if err != nil {
		return command.Usage(err)
	}
	overlay, err := main.Overlay(p.table.Overlay, filepath.Dir(p.table.Overlay), p.args)
	if err != nil {
		return err
	}
	build := []string{"test", "-c", "-vet=off", "-overlay=" + overlay, "-ldflags=" + session.JoinFlags(main.Ldflags(strings.Join(g.Values("ldflags"), " ")), record.Ldflags)}
	for _, f := range p.se.Gcflags {
		build = append(build, "-gcflags="+f)
	}
	t, err := p.se.BuildProgram(ctx, build, p.Packages[0], p.args)
	if err != nil {
		return err
	}
	t.Test = false // without arguments of a test
	return p.se.RecordTarget(ctx, t)
}

// withoutArgs is a target whose binary has the arguments of the program.
func withoutArgs(t *record.Target) *record.Target {
	own := *t
	own.Args = nil
	return &own
}

// named is the name of a test for people: main is no test of the user.
func (p *Protocols) named(test string) string {
	if p.Program {
		return "main"
	}
	return test
}
