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

// begin tells an editor that shows it that directories are being checked, which takes
// minutes for large packages, until end is called. The check waits for nothing: an
// editor that agrees late is told of the begin and the end late.
func (s *Server) begin(ctx context.Context, root string, dirs []string) (end func()) {
	s.mu.Lock()
	s.turn++
	token, wanted := fmt.Sprint("check-", s.turn), s.progress
	s.mu.Unlock()
	if !wanted {
		return func() {}
	}
	checked := make(chan struct{})
	s.work.Go(func() {
		if _, err := s.rpc.Callback(ctx, "window/workDoneProgress/create", map[string]string{"token": token}); err != nil {
			return
		}
		tell := func(w workProgress) { _ = s.rpc.Notify(ctx, "$/progress", progressParams{token, w}) }
		tell(workProgress{Kind: "begin", Title: "deadlocklint", Message: "checking " + packages(root, dirs)})
		select {
		case <-checked:
			tell(workProgress{Kind: "end"})
		case <-ctx.Done():
		}
	})
	return func() { close(checked) }
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
