package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/creachadair/jrpc2"
)

type (
	initializeParams struct {
		Capabilities struct {
			Window struct {
				Progress bool `json:"workDoneProgress"`
			} `json:"window"`
		} `json:"capabilities"`
	}
	progressParams struct {
		Token string       `json:"token"`
		Value workProgress `json:"value"`
	}
	workProgress struct {
		Kind    string `json:"kind"` // begin or end
		Title   string `json:"title,omitempty"`
		Message string `json:"message,omitempty"`

		Cancellable bool `json:"cancellable,omitempty"`
	}
)

// progressWanted keeps whether the editor shows progress.
func (s *Server) progressWanted(req *jrpc2.Request) error {
	var p initializeParams
	if err := req.UnmarshalParams(&p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.progress = p.Capabilities.Window.Progress
	return nil
}

// begin tells an editor that shows it what is being done, which may take minutes,
// until end is called. The work waits for nothing: an editor that agrees late is told
// of the begin and the end late. An editor may cancel what it shows.
func (s *Server) begin(ctx context.Context, what string, cancel context.CancelFunc) (end func()) {
	s.mu.Lock()
	s.turn++
	token, wanted := fmt.Sprint("work-", s.turn), s.progress
	s.cancels[token] = cancel
	s.mu.Unlock()
	done := make(chan struct{})
	if wanted {
		s.work.Go(func() { s.tell(ctx, token, what, done) })
	}
	return func() {
		s.mu.Lock()
		delete(s.cancels, token)
		s.mu.Unlock()
		close(done)
	}
}

// tell tells of the begin of something, and of its end when it is done.
func (s *Server) tell(ctx context.Context, token, what string, done <-chan struct{}) {
	if _, err := s.rpc.Callback(ctx, "window/workDoneProgress/create", map[string]string{"token": token}); err != nil {
		return
	}
	say := func(w workProgress) { _ = s.rpc.Notify(ctx, "$/progress", progressParams{token, w}) }
	say(workProgress{Kind: "begin", Title: "deadlocklint", Message: what, Cancellable: true})
	select {
	case <-done:
		say(workProgress{Kind: "end"})
	case <-ctx.Done():
	}
}

// cancelProgress ends what the editor shows the progress of. A check that is cancelled
// is made again at the next save.
func (s *Server) cancelProgress(_ context.Context, req *jrpc2.Request) (any, error) {
	var p progressParams
	if err := req.UnmarshalParams(&p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.cancels[p.Token]; cancel != nil {
		cancel()
	}
	return nil, nil
}

// packages names directories as the go command does.
func packages(root string, dirs []string) string {
	var list []string
	for _, d := range dirs {
		if rel, err := filepath.Rel(root, d); err == nil {
			list = append(list, "./"+filepath.ToSlash(rel))
		}
	}
	return strings.Join(list, " ")
}
