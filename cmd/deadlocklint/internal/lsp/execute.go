package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/creachadair/jrpc2"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// execute starts the command of a code lens. Its end is told by a message, so
// that the editor goes on meanwhile.
func (s *Server) execute(_ context.Context, req *jrpc2.Request) (any, error) {
	var p editorCommand
	if err := req.UnmarshalParams(&p); err != nil {
		return nil, err
	}
	dir, args, err := s.commandLine(p)
	if err != nil {
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%v", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy {
		return nil, jrpc2.Errorf(jrpc2.InvalidRequest, "a test is running already; wait for its end")
	}
	s.busy = true
	s.work.Go(func() { s.run(s.ctx, dir, args) })
	return nil, nil
}

var testName = regexp.MustCompile(`^Test\w*$`)

// commandLine is the program that a command runs, and where. Only the offer of a lens is
// run: the arguments come back from the editor.
func (s *Server) commandLine(p editorCommand) (dir string, args []string, err error) {
	if len(p.Arguments) != 2 {
		return "", nil, fmt.Errorf("%s needs two arguments; use the code lens", p.Command)
	}
	dir, what := p.Arguments[0], p.Arguments[1]
	switch p.Command {
	case commandPredict:
		if moduleOf(dir) == "" || !testName.MatchString(what) {
			return "", nil, fmt.Errorf("%s is no test in a module; use the code lens", what)
		}
		return dir, []string{"test", "-json", "-run", "^" + what + "$", "."}, nil
	case commandReplay:
		s.mu.Lock()
		defer s.mu.Unlock()
		res := s.results[dir]
		if res == nil || !slices.ContainsFunc(res.Findings, func(f report.Finding) bool { return f.Replay == what }) {
			return "", nil, errors.New("nothing like that was confirmed here; predict the deadlocks of the test again")
		}
		name, ok := strings.CutPrefix(what, "deadlocklint replay ")
		if !ok {
			return "", nil, errors.New("the confirmed deadlock has no schedule here; predict the deadlocks of the test again")
		}
		return dir, []string{"replay", "-json", "--", name}, nil
	}
	return "", nil, fmt.Errorf("there is no command %q", p.Command)
}

// run runs deadlocklint and says what came out.
func (s *Server) run(ctx context.Context, dir string, args []string) {
	defer func() {
		s.mu.Lock()
		s.busy = false
		s.mu.Unlock()
		s.poke()
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	line := "deadlocklint " + strings.Join(args, " ")
	s.show(ctx, messageInfo, line+" ...")
	defer s.begin(s.ctx, line, cancel)()
	cmd := exec.CommandContext(ctx, s.opt.Self, args...)
	cmd.Dir, cmd.WaitDelay = dir, waitDelay
	cmd.Cancel = func() error { return interrupt(cmd.Process) } // it ends the tests that it has started
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if ctx.Err() != nil {
		s.show(s.ctx, messageInfo, line+" was cancelled")
		return
	}
	doc, unread := report.ReadDocument(&out)
	if unread != nil {
		s.show(ctx, messageError, fmt.Sprintf("%v: %s", err, lastLine(errs.String())))
		return
	}
	s.show(ctx, messageInfo, report.Summary(doc.Findings))
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}
