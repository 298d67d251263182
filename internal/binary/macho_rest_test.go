//go:build rest

package binary

import "testing"

// A Mach-O executable cannot run here, but its symbols, DWARF and initial data
// can be looked up.
func TestMachO(t *testing.T) {
	t.Setenv("GOOS", "darwin")
	t.Setenv("GOARCH", "arm64")
	t.Setenv("CGO_ENABLED", "0")
	p := compile(t)
	const slide = 0x5000
	addrs := map[string]uint64{}
	for _, s := range p.symbols {
		addrs[s.name] = s.addr + slide
	}
	if err := p.SetText(addrs["runtime.text"]); err != nil {
		t.Fatal(err)
	}
	if size, ok := p.CodeSize(); !ok || size != addrs["runtime.etext"]-addrs["runtime.text"] {
		t.Errorf("%d bytes of code (%t)", size, ok)
	}
	for name, want := range map[string]string{
		"main.lock":    "main.lock sync.Mutex",
		"main.wrapped": "main.wrapped ~main.wrapper|+Mutex|sync.Mutex",
		"main.array":   "main.array |[]|sync.Mutex",
		"main.pointer": "main.pointer ",
	} {
		got, path, _ := p.Global(addrs[name])
		if got+" "+path != want {
			t.Errorf("%s: got %s %s, want %s", name, got, path, want)
		}
	}
	static := p.pointerAt(addrs["main.list"] - slide)
	if got, path, _ := p.Global(p.pointerAt(static) + 8 + slide); got != "main.list" || path != "main.shard|.mu|sync.Mutex" {
		t.Errorf("static object: got %s %s", got, path)
	}
}
