package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/results"
	"github.com/deadlocklint/deadlocklint/internal/regular"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"
)

// Options has the values and functions that the server needs of the program around it.
type Options struct {
	Self    string // deadlocklint's own executable
	Version string

	// Results returns the findings of the last run in the module at root, and the time
	// of their file. They are nil when there was no run. The server calls it every
	// pollEvery with the last time that it returned. Without a newer file it returns nil
	// and that time again.
	Results func(root string, last time.Time) (*results.Results, time.Time)
}

// pollEvery is how soon the end of a run outside of the editor is noticed.
const pollEvery = 2 * time.Second

// A Server is one conversation with an editor.
type Server struct {
	opt  Options
	ctx  context.Context // of a started command: it outlives the request that starts it, and ends with shutdown
	stop context.CancelFunc
	rpc  *jrpc2.Server
	end  func() // of the input
	wake chan struct{}
	work sync.WaitGroup

	mu        sync.Mutex
	open      map[string]*text // files that the editor has open
	checked   map[string]string
	static    map[string][]static
	results   map[string]*results.Results // by module
	stamps    map[string]time.Time
	due       map[string]bool // directories to check
	published map[string]string
	busy      bool // a command runs
	progress  bool // the editor shows it
	turn      int  // checks and commands that were begun
	now       *running
	cancels   map[string]context.CancelFunc // commands that the editor may cancel, by the token of its progress
}

// Serve talks to an editor until it says exit, its input ends, or ctx does. An
// input that ends without exit is no error: the editor died.
func Serve(ctx context.Context, in io.Reader, out io.WriteCloser, opt Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if opt.Results == nil {
		opt.Results = func(string, time.Time) (*results.Results, time.Time) { return nil, time.Time{} }
	}
	s := &Server{
		opt: opt, wake: make(chan struct{}, 1), cancels: map[string]context.CancelFunc{},
		open: map[string]*text{}, checked: map[string]string{}, static: map[string][]static{},
		results: map[string]*results.Results{}, stamps: map[string]time.Time{}, due: map[string]bool{}, published: map[string]string{},
	}
	s.rpc = jrpc2.NewServer(s.methods(), &jrpc2.ServerOptions{
		AllowPush: true, DisableBuiltin: true, NewContext: func() context.Context { return ctx },
	})
	s.ctx, s.stop = context.WithCancel(ctx)
	defer s.stop()
	s.work.Go(func() { s.checker(s.ctx) })
	input, end := endable(in)
	s.end = end
	s.rpc.Start(channel.LSP(input, out))
	go func() {
		<-ctx.Done()
		end()
	}()
	err := s.rpc.Wait()
	stop() // the started commands end now
	s.work.Wait()
	if err != nil && !errors.Is(err, io.EOF) && !channel.IsErrClosing(err) {
		return fmt.Errorf("the editor sent a message that is not of the protocol: %w; restart the language server", err)
	}
	return nil
}

// endable is in until end is called: a read that waits for an editor which has
// said exit and sends nothing more would wait for ever.
func endable(in io.Reader) (r io.Reader, end func()) {
	pr, pw := io.Pipe()
	go func() {
		_, err := io.Copy(pw, in)
		pw.CloseWithError(err)
	}()
	return pr, func() { pw.Close() }
}

func (s *Server) methods() handler.Map {
	ignore := func(context.Context, *jrpc2.Request) (any, error) { return nil, nil }
	return handler.Map{
		"initialize":                       s.initialize,
		"initialized":                      ignore,
		"shutdown":                         s.shutdown,
		"exit":                             s.exit,
		"$/cancelRequest":                  s.cancel,
		"window/workDoneProgress/cancel":   s.cancelProgress,
		"$/setTrace":                       ignore,
		"workspace/didChangeWatchedFiles":  ignore,
		"workspace/didChangeConfiguration": ignore,
		"textDocument/didOpen":             s.didOpen,
		"textDocument/didChange":           s.didChange,
		"textDocument/didSave":             s.didSave,
		"textDocument/didClose":            s.didClose,
		"textDocument/codeAction":          s.codeAction,
		"textDocument/codeLens":            s.codeLens,
		"textDocument/hover":               s.hover,
		"workspace/executeCommand":         s.execute,
	}
}

func (s *Server) initialize(_ context.Context, req *jrpc2.Request) (any, error) {
	if err := s.progressWanted(req); err != nil {
		return nil, err
	}
	return map[string]any{
		"serverInfo": map[string]string{"name": "deadlocklint", "version": s.opt.Version},
		"capabilities": map[string]any{
			"textDocumentSync":       map[string]any{"openClose": true, "change": 1, "save": map[string]bool{"includeText": false}},
			"codeActionProvider":     map[string]any{"codeActionKinds": []string{"quickfix"}},
			"codeLensProvider":       map[string]any{},
			"hoverProvider":          true,
			"executeCommandProvider": map[string]any{"commands": []string{commandPredict, commandReplay}},
		},
	}, nil
}

// shutdown ends what was started. The conversation goes on until exit.
func (s *Server) shutdown(context.Context, *jrpc2.Request) (any, error) {
	s.stop()
	return nil, nil
}

func (s *Server) exit(context.Context, *jrpc2.Request) (any, error) {
	s.end()
	return nil, nil
}

func (s *Server) cancel(_ context.Context, req *jrpc2.Request) (any, error) {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	if err := req.UnmarshalParams(&p); err == nil {
		s.rpc.CancelRequest(string(p.ID))
	}
	return nil, nil
}

func (s *Server) didOpen(_ context.Context, req *jrpc2.Request) (any, error) {
	return nil, s.document(req, func(file string, p documentParams) {
		s.open[file] = newText(p.TextDocument.Text)
		s.due[filepath.Dir(file)] = true
	})
}

func (s *Server) didChange(_ context.Context, req *jrpc2.Request) (any, error) {
	return nil, s.document(req, func(file string, p documentParams) {
		if n := len(p.ContentChanges); n > 0 { // each is the whole text
			s.open[file] = newText(p.ContentChanges[n-1].Text)
		}
	})
}

// didSave makes all open packages due: the use of a lock in one may be a
// finding in another. Results without a change are cached by go vet. A check that began
// before is of no use any more.
func (s *Server) didSave(_ context.Context, req *jrpc2.Request) (any, error) {
	return nil, s.document(req, func(file string, p documentParams) {
		s.supersede(file)
		s.due[filepath.Dir(file)] = true
		for f := range s.open {
			s.due[filepath.Dir(f)] = true
		}
	})
}

func (s *Server) didClose(_ context.Context, req *jrpc2.Request) (any, error) {
	return nil, s.document(req, func(file string, p documentParams) { delete(s.open, file) })
}

// document does something to the file that a notification is about, and wakes
// the checker.
func (s *Server) document(req *jrpc2.Request, do func(file string, p documentParams)) error {
	var p documentParams
	if err := req.UnmarshalParams(&p); err != nil {
		return err
	}
	file := pathOf(p.TextDocument.URI)
	if file == "" {
		return nil // not saved anywhere yet
	}
	s.mu.Lock()
	do(file, p)
	s.mu.Unlock()
	s.poke()
	return nil
}

func (s *Server) poke() {
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
}

func (s *Server) codeAction(_ context.Context, req *jrpc2.Request) (any, error) {
	var p codeActionParams
	if err := req.UnmarshalParams(&p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.actions(pathOf(p.TextDocument.URI), p.Range), nil
}

func (s *Server) codeLens(_ context.Context, req *jrpc2.Request) (any, error) {
	var p codeActionParams
	if err := req.UnmarshalParams(&p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lenses(pathOf(p.TextDocument.URI)), nil
}

// text is a file as the editor shows it, or else as it is saved. The caller
// holds mu.
func (s *Server) text(file string) *text {
	if t := s.open[file]; t != nil {
		return t
	}
	b, err := regular.Read(file, regular.Limit)
	if err != nil {
		return newText("")
	}
	return newText(string(b))
}

// unchanged reports whether a file is as it was when it was checked.
func (s *Server) unchanged(file string) bool {
	was, ok := s.checked[file]
	return ok && s.text(file).content == was
}

// readResults asks for the findings of runs since.
func (s *Server) readResults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for file := range s.open {
		root := moduleOf(filepath.Dir(file))
		if res, at := s.opt.Results(root, s.stamps[root]); res != nil {
			s.results[root], s.stamps[root] = res, at
		}
	}
}

// publish sends the diagnostics that changed.
func (s *Server) publish(ctx context.Context) {
	s.mu.Lock()
	files := map[string]bool{}
	for f := range s.open {
		files[f] = true
	}
	for f := range s.static {
		files[f] = true
	}
	for f := range s.published {
		files[f] = true
	}
	var changed []publishParams
	for f := range files {
		p := publishParams{uriOf(f), s.diagnostics(f)}
		b, err := json.Marshal(p)
		if was, ok := s.published[f]; err != nil || was == string(b) || !ok && len(p.Diagnostics) == 0 && s.open[f] == nil {
			continue
		}
		s.published[f] = string(b)
		changed = append(changed, p)
	}
	s.mu.Unlock()
	slices.SortFunc(changed, func(a, b publishParams) int { return strings.Compare(a.URI, b.URI) })
	for _, p := range changed {
		_ = s.rpc.Notify(ctx, "textDocument/publishDiagnostics", p) // an editor that is gone reads nothing
	}
}

func (s *Server) log(ctx context.Context, text string) {
	_ = s.rpc.Notify(ctx, "window/logMessage", messageParams{messageInfo, "deadlocklint: " + text})
}

func (s *Server) show(ctx context.Context, kind int, text string) {
	_ = s.rpc.Notify(ctx, "window/showMessage", messageParams{kind, "deadlocklint: " + text})
}
