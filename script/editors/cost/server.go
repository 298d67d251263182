package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
)

// A server is a language server that is measured.
type server struct {
	cmd    *exec.Cmd
	client *jrpc2.Client
	usage  *usage
	began  time.Time
	cpu    float64 // when the step began
	uri    string
	turn   int // version of the file

	mu    sync.Mutex
	shown map[string]string // messages about the probe by source
	news  chan struct{}
}

// start starts a server and initializes it.
func start(dir string, command []string) (*server, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	s := &server{cmd: exec.Command(command[0], command[1:]...), shown: map[string]string{}, news: make(chan struct{}, 1)}
	s.cmd.Dir, s.cmd.Stderr = abs, os.Stderr
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.began = time.Now()
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	s.usage = watch(s.cmd.Process.Pid)
	s.client = jrpc2.NewClient(channel.LSP(out, in), &jrpc2.ClientOptions{
		OnNotify:   s.notice,
		OnCallback: answer,
	})
	_, err = s.client.Call(context.Background(), "initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": uriOf(abs), "capabilities": map[string]any{},
		"workspaceFolders": []any{map[string]string{"uri": uriOf(abs), "name": "m"}},
	})
	if err != nil {
		return nil, fmt.Errorf("initialize: %w", err)
	}
	return s, s.client.Notify(context.Background(), "initialized", map[string]any{})
}

// answer answers what the server asks of an editor: nothing is set, and
// everything is well.
func answer(_ context.Context, req *jrpc2.Request) (any, error) {
	if req.Method() != "workspace/configuration" {
		return nil, nil
	}
	var p struct {
		Items []any `json:"items"`
	}
	if err := req.UnmarshalParams(&p); err != nil {
		return nil, err
	}
	return make([]any, len(p.Items)), nil
}

func (s *server) notice(req *jrpc2.Request) {
	if req.Method() != "textDocument/publishDiagnostics" {
		return
	}
	var p struct {
		URI         string
		Diagnostics []struct{ Source, Message string }
	}
	if err := req.UnmarshalParams(&p); err != nil || p.URI != s.uri {
		return
	}
	s.mu.Lock()
	clear(s.shown)
	for _, d := range p.Diagnostics {
		s.shown[d.Source] += d.Message + "\n"
	}
	s.mu.Unlock()
	select {
	case s.news <- struct{}{}:
	default: // there is some already
	}
}

func (s *server) open(p *probe) error {
	s.uri = uriOf(p.file)
	s.turn++
	return s.client.Notify(context.Background(), "textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": s.uri, "languageId": "go", "version": s.turn, "text": string(p.text(1)),
	}})
}

// save changes the file and saves it, as an editor does with both servers.
func (s *server) save(p *probe, pairs int) error {
	s.began, s.cpu = time.Now(), s.usage.cpu()
	s.turn++
	if err := p.write(pairs); err != nil {
		return err
	}
	err := s.client.Notify(context.Background(), "textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": s.uri, "version": s.turn},
		"contentChanges": []any{map[string]string{"text": string(p.text(pairs))}},
	})
	if err != nil {
		return err
	}
	return s.client.Notify(context.Background(), "textDocument/didSave", map[string]any{"textDocument": map[string]string{"uri": s.uri}})
}

// report waits until each source shows so many pairs of mistakes and no more,
// and prints what it took.
func (s *server) report(step string, want []string, pairs int, limit time.Duration) error {
	late := time.After(limit)
	for !s.shows(want, pairs) {
		select {
		case <-s.news:
		case <-late:
			return fmt.Errorf("%s: not done in %s; shown is %q", step, limit, s.shown)
		}
	}
	fmt.Printf("%s;%.1f;%.1f;%d;%d\n", step, time.Since(s.began).Seconds(), s.usage.cpu()-s.cpu, s.usage.server(), s.usage.all())
	return nil
}

func (s *server) shows(want []string, pairs int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, source := range want {
		if !strings.Contains(s.shown[source], name(pairs-1)) || strings.Contains(s.shown[source], name(pairs)) {
			return false
		}
	}
	return true
}

func (s *server) kill() {
	s.usage.stop()
	_ = s.cmd.Process.Kill()
	_ = s.client.Close()
	_ = s.cmd.Wait()
}

func uriOf(file string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}
