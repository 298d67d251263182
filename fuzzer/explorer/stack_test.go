package explorer

import "testing"

// TestProgram: the literals of sync.OnceFunc have the name of the function that calls them, and are none of the program.
func TestProgram(t *testing.T) {
	const dump = `goroutine 3 [sync.Mutex.Lock]:
sync.(*Once).Do(...)
	/go/src/sync/zz_dl.go:241
example.com/m.TestHooks.OnceFunc.func3()
	/go/src/sync/oncefunc.go:22 +0x4c
example.com/m.(*hooks[...]).run(0xc000010000, {0x1, 0x2})
	/m/hooks.go:7 +0x1d
created by example.com/m.TestHooks in goroutine 2
	/m/hooks_test.go:9 +0x8e
`
	list := Stacks(dump)
	if len(list) != 1 {
		t.Fatalf("%d goroutines", len(list))
	}
	f, ok := list[0].Program()
	if want := (Frame{"example.com/m.(*hooks[...]).run", "/m/hooks.go:7"}); !ok || f != want {
		t.Errorf("the program is at %v, want %v", f, want)
	}
	if want := (Frame{"example.com/m.TestHooks", "/m/hooks_test.go:9"}); list[0].Created != want || list[0].By != 2 {
		t.Errorf("it was created at %v by %d, want %v by 2", list[0].Created, list[0].By, want)
	}
}
