package session

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestWords(t *testing.T) {
	for list, want := range map[string]string{
		"":                     "",
		"  ":                   "",
		"a b":                  "a|b",
		" a\t'b c' \"d 'e\" f": "a|b c|d 'e|f",
		"'' x":                 "|x",
	} {
		got, err := userExec(list)
		if err != nil || strings.Join(got, "|") != want {
			t.Errorf("%q: %q, %v", list, got, err)
		}
	}
}

// TestOwnInterrupt: the interrupt that has ended a program has not always come here when the program has ended,
// and it does not come when the program alone was sent it.
func TestOwnInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second/2, cancel)
		if ownInterrupt(ctx); ctx.Err() == nil {
			t.Error("the session has not seen its interrupt")
		}
		if ownInterrupt(t.Context()); t.Context().Err() != nil {
			t.Error("an interrupt that nobody sent")
		}
	})
}
