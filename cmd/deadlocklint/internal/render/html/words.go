package html

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// phrases words the steps of the recorded run, where X is the object.
var phrases = map[string]string{
	"go":         "is created",
	"starts":     "starts a goroutine",
	"exit":       "ends",
	"request":    "must wait for X",
	"lock":       "locks X",
	"unlock":     "unlocks X",
	"rrequest":   "must wait to read-lock X",
	"rlock":      "read-locks X",
	"runlock":    "read-unlocks X",
	"tryfail":    "tries X and goes on without it",
	"wait":       "waits for a wake-up by X",
	"wake":       "is woken by X",
	"signal":     "signals X",
	"broadcast":  "broadcasts on X",
	"wgadd":      "changes the count of X",
	"wgwait":     "waits until X is zero",
	"wgdone":     "has waited for X",
	"oncedone":   "X is done",
	"send":       "sends on X",
	"sent":       "has sent on X",
	"recv":       "receives from X",
	"received":   "has received from X",
	"recvclosed": "sees that X is closed",
	"close":      "closes X",
	"select":     "selects",
	"panic":      "panics",
}

// did words a step of the recorded run.
func did(s report.Step) string {
	phrase, ok := phrases[s.Op]
	if !ok {
		phrase = s.Op + " X"
	}
	return strings.TrimSpace(strings.Replace(phrase, "X", s.Named(), 1))
}

// acquires and releases tell what the bars of a timeline begin and end with.
func acquires(op string) bool { return op == "lock" || op == "rlock" }

// isHold reports whether an earlier step of a finding's goroutine is a lock that
// it holds: which of the two it was, the lock's request or its acquire, says
// nothing there.
func isHold(op string) bool { return acquires(op) || op == "request" || op == "rrequest" }

// isInside reports whether a goroutine is in the function of a Once after op.
func isInside(op string) bool { return op == "once" || op == "oncedone" }

func releases(op string) bool { return op == "unlock" || op == "runlock" }

// blocks reports whether a goroutine whose last step is op may wait there for
// a lock that another goroutine holds, and shared whether only for a writer.
func blocks(op string) bool {
	switch op {
	case "lock", "request", "rlock", "rrequest", "wait", "wgwait", "once", "oncedone", "send", "recv", "select":
		return true
	}
	return false
}

func shared(op string) bool { return op == "rlock" || op == "rrequest" }
