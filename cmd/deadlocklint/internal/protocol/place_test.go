package protocol

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/panics"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/typestate"
)

// ofModule are the protocols of a module without files, and its directory.
func ofModule(t *testing.T) (p *Protocols, root string) {
	t.Helper()
	root = t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module example.com/m\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return &Protocols{protocolRun: &protocolRun{}, se: &session.Session{Work: root}, table: &sites.Table{}}, root
}

// TestCallOfLibrary: a call that a library makes is told at the call of the program, and keeps the function of the library in its
// identity. A call of the program is told where it is, and one of a library that the program has not called, too.
func TestCallOfLibrary(t *testing.T) {
	p, root := ofModule(t)
	own := trace.Frame{Func: "example.com/m.save", File: filepath.Join(root, "save.go"), Line: 12}
	vendored := trace.Frame{Func: "example.com/log.Print", File: filepath.Join(root, "vendor", "example.com", "log", "log.go"), Line: 7}
	cached := trace.Frame{Func: "example.com/log.Print", File: "/pkg/mod/example.com/log@v1.2.0/log.go", Line: 7}
	for i, c := range []struct {
		frames   []trace.Frame // that called the method
		pos, fn  string
		identity string
	}{
		{[]trace.Frame{own}, "save.go:12", own.Func, own.Func},
		{[]trace.Frame{cached, own}, "save.go:12", own.Func, cached.Func},
		{[]trace.Frame{vendored, own}, "save.go:12", own.Func, vendored.Func},
		{[]trace.Frame{cached}, "example.com/log@v1.2.0/log.go:7", cached.Func, cached.Func},
	} {
		at := c.frames[0]
		site := sites.Site{ID: i + 1 | trace.HookSite, File: at.File, Line: at.Line, Func: at.Func, Type: "os.File", Method: "Write"}
		p.noteCaller(site, append([]trace.Frame{{Func: "os.(*File).Write", File: "/go/src/os/file.go", Line: 3}}, c.frames...))
		p.table.AddHook(site)
		call := &typestate.Call{Site: site.ID, Type: site.Type, Method: site.Method}
		if p.pos(call) != c.pos || p.fn(call) != c.fn || p.edge(call).Func != c.identity {
			t.Errorf("%v: %s in %s, identity of %s; want %s in %s, identity of %s", c.frames, p.pos(call), p.fn(call), p.edge(call).Func, c.pos, c.fn, c.identity)
		}
	}
}

// TestPlaceOfPanic: a panic in a library is told at the call of the program, and one of the program where it is.
func TestPlaceOfPanic(t *testing.T) {
	p, root := ofModule(t)
	library := explorer.Frame{Func: "example.com/log.Print", Pos: "/pkg/mod/example.com/log@v1.2.0/log.go:7"}
	own := explorer.Frame{Func: "example.com/m.save", Pos: filepath.Join(root, "save.go") + ":12"}
	runtime := explorer.Frame{Func: "runtime.gopanic", Pos: "/go/src/runtime/panic.go:1"}
	for want, frames := range map[string][]explorer.Frame{
		"save.go:12": {runtime, library, own}, "example.com/log@v1.2.0/log.go:7": {runtime, library},
	} {
		f := &panics.Failure{At: library, Frames: frames}
		if got := p.relative(f.PanicsAt(p.isOwn)); got != want {
			t.Errorf("%v is told at %s, want %s", frames, got, want)
		}
	}
}
