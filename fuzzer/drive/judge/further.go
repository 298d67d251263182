package judge

// This file has rules that count where the user asks for them. A call that waits by design, for something that the driver does not do, breaks
// some of them. So they are no proofs.

// The further rules.
const (
	Close Rule = "close" // a call that ends an object waits, and a goroutine of the module waits in a send
	Lost  Rule = "lost"  // a call waits, and an equal call has returned that began later: the wake-up went to it
	Wait  Rule = "wait"  // a call of a function waits that was not called before, though all other calls were made
	Grow  Rule = "grow"  // goroutines of the module wait, one more for each of some equal calls
)

// The rules of other harm. The program cannot tell them: the process has ended, or the recording of a run shows them.
const (
	Fatal Rule = "fatal" // package sync or a map has ended the process
	Race  Rule = "race"  // two calls access memory, one of them writes, and nothing orders them
)

// Further are the further rules, in the order in which they count.
var Further = []Rule{Close, Lost, Wait, Grow, Fatal, Race}

// Growth is how many equal calls are made, and how many more goroutines are growth.
const Growth = 6

// first reports whether the call of a goroutine was the first one of its function.
func (a *actor) first() bool { return a.nth == 1 }

// began notes that a goroutine of the driver begins its present call.
func (r *run) began(a *actor) {
	s := a.steps[a.at]
	r.calls++
	r.made[s.Func]++
	a.nth, a.since = r.made[s.Func], r.calls
}

// returned notes that it has returned.
func (r *run) returned(a *actor) {
	n := a.steps[a.at].N
	r.latest[n] = max(r.latest[n], a.since)
}

// further is the further rule by which a goroutine counts. sends says whether a goroutine of the module waits in a send.
func (r *run) further(b blocked, at string, a *actor, sends bool) Rule {
	if a == nil {
		if _, grown := r.grown[at]; grown && b.Kind == waitsOther {
			return Grow
		}
		return Quiet
	}
	s := a.steps[a.at]
	switch {
	case a.closed || b.Object == 0 || b.Kind == waitsLock:
		return Quiet
	case s.Closes && sends:
		return Close
	case r.latest[s.N] > a.since:
		return Lost
	case a.first():
		return Wait
	}
	return Quiet
}

// sends reports whether a goroutine of the module waits in a send.
func (r *run) sends(list []blocked) bool {
	for _, b := range list {
		if r.actors[b.ID] == nil && b.Kind == waitsSend {
			return true
		}
	}
	return false
}

// grows makes each call without results some times more, and notes where as many more goroutines wait.
func (r *run) grows(probes []Step) {
	for _, s := range probes {
		if !s.Plain || r.panicked != "" {
			continue
		}
		before := r.waitingAt()
		list := make([]Step, Growth)
		for i := range list {
			list[i] = s
		}
		r.each(list)
		r.noteGrowth(before, s.N)
	}
}

// noteGrowth notes the places at which that many more goroutines wait than before, and the number of the call.
func (r *run) noteGrowth(before map[string]int, call int) {
	for at, n := range r.waitingAt() {
		if n-before[at] >= Growth {
			r.grown[at] = call
		}
	}
}

// waitingAt is how many goroutines of the module wait at a place, which the driver has not started.
func (r *run) waitingAt() map[string]int {
	list := map[string]int{}
	for _, b := range blockedIn(r.t, false) {
		if at, theirs := r.place(b); theirs && r.actors[b.ID] == nil && b.Kind == waitsOther && !r.earlier[b.ID] {
			list[at]++
		}
	}
	return list
}
