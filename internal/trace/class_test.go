package trace_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

func TestTypeArguments(t *testing.T) {
	for _, c := range []struct{ path, class, args string }{
		{"p.List[0badcafe]|.mu|sync.Mutex", "p.List.mu", "[0badcafe]"},
		{"p.Server|.lists||[]|p.List[0badcafe]|.mu|~p.Lock[12345678]|.mu|sync.Mutex", "p.List.mu", "[0badcafe][12345678]"},
		{"p.List|.all||[]|sync.Mutex", "p.List.all[]", ""},
		{"p.List|.all||[]|~p.Lock|.mu|sync.Mutex", "p.List.all[]", ""},
	} {
		if class, args := trace.ClassOf(c.path), trace.Arguments(c.path); class != c.class || args != c.args {
			t.Errorf("%s: class %q, arguments %q, want %q, %q", c.path, class, args, c.class, c.args)
		}
	}
}
