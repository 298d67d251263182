package html

import (
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// did words a step of the recorded run.
func did(s report.Step) string { return wording.Did(s.Op, s.Named()) }

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
func blocks(op string) bool { return wording.Blocks(op) }

func shared(op string) bool { return op == "rlock" || op == "rrequest" }
