package audit

import (
	"testing"
	"time"
)

func TestWrite(t *testing.T) {
	Emit("login")
	Emit("logout")
	var written []string
	Write(1, func(event string) { written = append(written, event) })
	time.Sleep(20 * time.Millisecond)
	if len(written) != 1 {
		t.Error(written)
	}
}
