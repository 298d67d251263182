package syncop

import "testing"

func TestClassAndNode(t *testing.T) {
	for _, c := range []struct{ place, class, node string }{
		{"p.Server|.mu|sync.Mutex", "p.Server.mu", "p.Server.mu"},
		{"p.Server|.state||.mu|sync.Mutex", "p.Server.state.mu", "p.Server.state.mu"},
		{"p.Server|+Mutex|sync.Mutex", "p.Server.Mutex", "p.Server.Mutex"},
		{"p.Server|.conns|~p.Lock|.mu|sync.Mutex", "p.Server.conns", "p.Server.conns"},
		{"p.Server|.conns|^p.Lock|.mu|sync.Mutex", "p.Lock.mu", "p.Server.conns"},
		{"^p.Lock|.mu|sync.Mutex", "p.Lock.mu", "p.Lock.mu"},
		{"~p.Lock|.mu|sync.Mutex", "p.Lock.mu", "p.Lock.mu"},
		{"~p.Outer|.in|~p.Lock|.mu|sync.Mutex", "p.Outer.in", "p.Outer.in"},
		{"~sync.Once|.m|sync.Mutex", "", ""},
		{"sync.Mutex", "", ""},
	} {
		p := AccessPath{Root: "P0", Types: c.place}
		if p.Class() != c.class || p.Node() != c.node {
			t.Errorf("%s: class %q node %q, want %q and %q", c.place, p.Class(), p.Node(), c.class, c.node)
		}
	}
	if v := (AccessPath{Root: "G", Types: "sync.Mutex", Var: "p.mu"}); v.Class() != "p.mu" {
		t.Errorf("variable: %q", v.Class())
	}
}

// Only a global variable names a lock in wrappers: its methods know no other.
func TestWrapperInAVariable(t *testing.T) {
	for root, want := range map[string]string{"G": "p.gate", "Lt0": "p.Lock.mu", "F0": "p.Lock.mu"} {
		if p := (AccessPath{Root: root, Types: "~p.Lock|.mu|sync.Mutex", Var: "p.gate"}); p.Class() != want {
			t.Errorf("%s: class %q, want %q", root, p.Class(), want)
		}
	}
}

func TestUnder(t *testing.T) {
	lock := AccessPath{Root: "P0", Path: ".mu", Types: "~p.Lock|.mu|sync.Mutex"}
	field := AccessPath{Root: "P1", Path: ".conns", Types: "p.Server|.conns|~p.Lock"}
	got := lock.Under(field, nil)
	if got.String() != "P1.conns.mu" || got.Class() != "p.Server.conns" {
		t.Errorf("wrapper: %v of class %q", got, got.Class())
	}
	behind := AccessPath{Root: "P0", Path: ".next->.mu", Types: "p.Node|.mu|sync.Mutex"}
	if got := behind.Under(field, nil); got.Class() != "p.Node.mu" || got.Root != "P1" {
		t.Errorf("behind a pointer: %v of class %q", got, got.Class())
	}
	content := AccessPath{Root: "P2", Types: "p.Server"}
	captured := AccessPath{Root: "F0", Path: "->.mu", Types: "p.Server|.mu|sync.Mutex"}
	if got := captured.Under(AccessPath{Root: "Lt0"}, &content); got.String() != "P2.mu" {
		t.Errorf("captured variable: %v", got)
	}
	next, deep := AccessPath{Root: "P0", Path: ".next->", Types: "p.Node"}, AccessPath{Root: "P0", Types: "p.Node"}
	for range 100 { // a list, walked down
		deep = next.Under(deep, nil)
	}
	if deep = behind.Under(deep, nil); deep.Known() || deep.Class() != "p.Node.mu" {
		t.Errorf("a long path is still known: %v", deep)
	}
}

func TestBelow(t *testing.T) {
	owner := AccessPath{Root: "P0", Path: ".mu"}
	for path, want := range map[string]bool{".child->.mu": true, ".other": false, ".mu": false} {
		if got := (AccessPath{Root: "P0", Path: path}).Below(owner); got != want {
			t.Errorf("%s below %s: %t", path, owner, got)
		}
	}
	if (AccessPath{Root: "P1", Path: ".child->.mu"}).Below(owner) {
		t.Error("another root")
	}
}

func TestIsLockMethod(t *testing.T) {
	for name, want := range map[string]bool{
		"example.com/p.(*T).Lock": true, "example.com/p.(*T[...]).RLock": true,
		"example.com/p.Lock": false, "example.com/p.(*T).Locked": false,
	} {
		if got := IsLockMethod(name); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
