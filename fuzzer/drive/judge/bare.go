package judge

// This file plays drivers as plain tests, for harm that the program cannot judge itself: its process ends, or the recording of the run
// shows it. There nothing is paid, so that each access is one of the calls of the driver.

// bare makes the calls of a trial. Its verdict is no harm: the reader of the output, or of the recording, knows that.
func (r *run) bare(s *Script, trial Trial) Verdict {
	holding = nil
	all := s.all()
	if trial.Serial != nil {
		r.each(exactly(all, trial.Serial))
		return r.unharmed()
	}
	if !r.inOrder(only(s.Seq, trial.Only)) {
		return r.unharmed() // the others would not be ordered after it
	}
	var others []*actor
	for _, steps := range s.Par {
		steps = only(steps, trial.Only)
		if len(steps) > 0 && trial.Lock > 0 {
			steps = append(exactly(all, []int{trial.Lock - 1}), steps...)
		}
		if len(steps) > 0 {
			others = append(others, r.ordered(steps))
		}
	}
	r.rest(restStage)
	if trial.Lock > 0 {
		return r.locks(others, append(append([]Step{}, s.Probes...), s.Closes...))
	}
	for _, a := range others {
		if r.panicked != "" || !a.done {
			return r.unharmed()
		}
		<-a.over
	}
	for _, n := range trial.Tail {
		if r.panicked != "" || !r.inOrder(exactly(all, []int{n})) {
			break
		}
	}
	return r.unharmed()
}

// all are the calls of a script that a goroutine can make, without drains.
func (s *Script) all() []Step {
	list := append([]Step{}, s.Seq...)
	for _, steps := range s.Par {
		list = append(list, steps...)
	}
	return append(append(list, s.Probes...), s.Closes...)
}

// unharmed is the verdict of a bare trial that has come to its end.
func (r *run) unharmed() Verdict {
	if r.panicked != "" {
		return Verdict{Rule: Void, Steps: []int{r.panics}, Panic: r.panicked}
	}
	return Verdict{Rule: Quiet}
}

// ordered starts a goroutine after whose end others can be ordered.
func (r *run) ordered(steps []Step) *actor {
	a := &actor{steps: steps, over: make(chan struct{})}
	r.begin(a)
	return a
}

// inOrder makes calls in a goroutine, and reports whether it has come to its end. Later calls are ordered after that.
func (r *run) inOrder(steps []Step) bool {
	a := r.ordered(steps)
	r.rest(restStage)
	if !a.done || r.panicked != "" {
		return false
	}
	<-a.over
	return true
}

// locks tells whether the first call of each goroutine hands out a lock. One goroutine comes to its end then, each other one waits in that call,
// and a further call frees one of them. No name tells it.
func (r *run) locks(others []*actor, further []Step) Verdict {
	var waiting []*actor
	for _, a := range others {
		if !a.done && a.at == 0 {
			waiting = append(waiting, a)
		}
	}
	if r.panicked != "" || len(waiting) == 0 || len(waiting) != len(others)-1 {
		return r.unharmed()
	}
	for i := range further {
		r.start(further[i : i+1])
		r.rest(restCall)
		for _, a := range waiting {
			if a.done || a.at > 0 {
				return Verdict{Rule: Hands}
			}
		}
	}
	return r.unharmed()
}
