package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// spawn starts a goroutine: it holds nothing, and a lock that the caller holds and
// the goroutine releases is handed over.
func (w *walker) spawn(s *state, in *ssa.Go) {
	common := in.Common()
	targets, args := w.targets(common)
	for _, t := range targets {
		w.spawned(s, t, args, in)
	}
	w.handOver(s, args)
}

func (w *walker) spawned(s *state, t *FuncVal, args []Arg, in ssa.CallInstruction) {
	w.info.starts = append(w.info.starts, start{t.Name, w.pkg.position(in.Pos()), syncop.InLoop(in.Block())})
	sum := w.summaryOf(t.Name, &state{})
	if sum == nil || t.Once {
		return
	}
	env := environment{params: withRecv(t, args), freeVars: t.FreeVars, owned: w.frame.Norm}
	async, through := w.pkg.position(in.Pos()), w.site(in)
	for i := range sum.Events {
		if w.passesOver(&state{}, &sum.Events[i], env) || !w.spend() && !w.answers(&sum.Events[i]) {
			continue
		}
		ev := env.event(&sum.Events[i])
		w.given(&ev, env)
		if !env.feasible(w, &ev, nil) {
			continue
		}
		if ev.Async == "" {
			ev.Async = async
		}
		ev.through, ev.visible = &through, visible(&sum.Events[i])
		ev.again = sum.Events[i].isDouble()
		w.recordComposed(&state{}, in, ev, env, 0)
	}
	for _, o := range sum.Outcomes {
		for _, h := range o.Net { // the goroutine locks it for the function that waits for it
			p := env.path(h.Lock).String()
			s.done = slices.DeleteFunc(slices.Clone(s.done), func(d string) bool { return d == p })
		}
		for _, u := range o.Released {
			u.Lock = env.path(u.Lock)
			if s.find(u.Lock, u.Read) >= 0 {
				w.releases(u.Lock)
				s.hand(u.Lock.String())
			}
			if s.find(u.Lock, u.Read) >= 0 || isOutside(u.Lock) {
				s.release(u)
			}
			s.releaseSome(u)
		}
	}
}
