package drive

import "testing"

// A plain test has each value without the call that keeps it, and no statement that does nothing else.
func TestPlain(t *testing.T) {
	got, err := plain([]byte("package p\n\nfunc f() {\n\tHold(a); g(Hold(new(T)), Hold(g(Hold(b))))\n\th := func(a0 any) { Hold(a0); k(a0) }\n}\n"))
	want := "package p\n\nfunc f() {\n\tg(new(T), g(b))\n\th := func(a0 any) { k(a0) }\n}\n"
	if err != nil || string(got) != want {
		t.Errorf("%v: got\n%s", err, got)
	}
}
