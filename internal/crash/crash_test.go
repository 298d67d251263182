package crash

import "testing"

func TestReason(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"none", "we say panic: now\nexit status 3\n", ""},
		{"one", "x\npanic: boom\n\ngoroutine 7 [running]:\nmain.f()\n", "panic: boom"},
		{"fatal", "fatal error: concurrent map writes\npanic: later\n", "fatal error: concurrent map writes"},
		{"panicked again", "panic: boom [recovered, repanicked]\n\tpanic: later\n", "panic: boom"},
		{"behind recovered ones", "panic: boom [recovered]\n\tpanic: worse [recovered]\n\tpanic: worst\n\n\tpanic: no\n", "panic: worst"},
		{"in a deferred call", "panic: boom\n\tpanic: in a deferred call\n", "panic: boom"},
		{"before Go 1.24", "panic: boom [recovered]\r\n\tpanic: boom\r\n", "panic: boom"},
		{"of two processes", "panic: boom [recovered]\n\npanic: boom\n\tpanic: second\n", "panic: boom"},
	} {
		if got := Reason(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
