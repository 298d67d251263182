package goroutine

import (
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// maxBecause is how many reasons the message of a finding names.
const maxBecause = 2

// Because adds to a finding the reasons why its goroutines are blocked for ever, as far as the recording has them. A goroutine that
// has ended gets a column. Its mistake is the position of the finding.
func Because(se *session.Session, f *report.Finding, blocked []predict.BlockedGoroutine) {
	var told []string
	for i, b := range blocked {
		for _, r := range b.Reasons {
			words := reason(se, r)
			if len(told) == maxBecause || slices.Contains(told, words) {
				continue
			}
			told = append(told, words)
			f.Message += "; " + words
			if pos := culprit(se, r); pos != "" && i == 0 && len(told) == 1 {
				f.Pos = pos
			}
			if g, ok := actor(se, r, fmt.Sprint(len(f.Goroutines)+1)); ok {
				f.Goroutines = append(f.Goroutines, g)
			}
		}
	}
}

// reason words one reason.
func reason(se *session.Session, r predict.Reason) string {
	at := se.Step(r.At.Op, r.At, "")
	place := report.LineOf(at.Pos)
	switch r.Kind {
	case predict.LeftLocked:
		return fmt.Sprintf("%s was locked at %s by a goroutine that has ended", at.Class, place) + panicked(se, r.By)
	case predict.Suspended:
		return fmt.Sprintf("%s was locked at %s by a sequence of iter.Pull, of which nobody calls next or stop again", at.Class, place)
	case predict.SlotTaken:
		return fmt.Sprintf("%s fills %s of %s, and the senders have ended", at.At(), wording.Counted(r.Count, "slot"), at.Class) + panicked(se, r.By)
	case predict.DoneMissing:
		return fmt.Sprintf("%s ended without a Done for %s", started(se, r), at.At()) + panicked(se, r.By)
	case predict.WokeOther:
		return at.At() + " woke another goroutine, which waited again" + without(r)
	case predict.WokeNobody:
		return at.At() + " came when no goroutine waited" + without(r)
	case predict.Panicked:
		return fmt.Sprintf("%s %s at %s and has ended", started(se, r), wording.Did(at.Op, ""), place)
	case predict.NeverWoken:
		return "no Signal and no Broadcast came"
	}
	return fmt.Sprintf("%s at %s was the last use of %s by another goroutine, which has ended", wording.A(at.Op), place, at.Class) + panicked(se, r.By)
}

// started names the goroutines of a reason by where they were started.
func started(se *session.Session, r predict.Reason) string {
	who := wording.Counted(r.Count, "goroutine")
	if !r.By.Created.Known() {
		return who
	}
	return who + " started at " + report.LineOf(se.Step("go", r.By.Created, "").Pos)
}

// without says that a wake-up did not hold the lock: between the look at the condition and Wait it is lost.
func without(r predict.Reason) string {
	if !r.Unlocked {
		return ""
	}
	return ", and without the lock of the condition"
}

// panicked says that a goroutine panicked after its mistake, or left by Goexit.
func panicked(se *session.Session, by predict.Actor) string {
	if !by.Panic.Known() {
		return ""
	}
	at := se.Step(by.Panic.Op, by.Panic, "")
	return "; that goroutine " + wording.Did(at.Op, "") + " at " + report.LineOf(at.Pos)
}

// culprit is where a goroutine did what it should not have done, "" where the place at which another one waits tells more.
func culprit(se *session.Session, r predict.Reason) string {
	switch r.Kind {
	case predict.LeftLocked, predict.WokeNobody:
		return se.Step(r.At.Op, r.At, "").Pos
	case predict.DoneMissing, predict.Suspended:
		if r.By.Created.Known() {
			return se.Step("go", r.By.Created, "").Pos
		}
	}
	return ""
}

// actor is the column of a goroutine that has ended.
func actor(se *session.Session, r predict.Reason, name string) (g report.Goroutine, ok bool) {
	if !r.By.Ended && r.Kind != predict.Suspended || r.Kind == predict.WokeOther || r.Kind == predict.WokeNobody {
		return g, false
	}
	g.Name = name
	g.Steps = Created(se, r.By.Created)
	if r.Kind != predict.DoneMissing {
		g.Steps = append(g.Steps, se.Step(r.At.Op, r.At, ""))
	}
	if r.By.Panic.Known() {
		g.Steps = append(g.Steps, se.Step(r.By.Panic.Op, r.By.Panic, ""))
	}
	end := report.Step{Op: trace.OpExit.String()}
	if r.Kind == predict.Suspended {
		end.Op = "pulled"
	}
	if r.By.Last.Known() {
		last := se.Step(r.By.Last.Op, r.By.Last, "")
		end.Pos, end.Func = last.Pos, last.Func
	}
	g.Steps = append(g.Steps, end)
	return g, true
}
