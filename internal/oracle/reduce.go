package oracle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/oracle/generate"
	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
	"github.com/deadlocklint/deadlocklint/internal/oracle/schedules"
)

// maxRounds bounds how often the tool is run to make programs smaller.
const maxRounds = 12

// A Reduced is a small program with an untrue verdict.
type Reduced struct {
	Case
	Untrue WrongVerdict
}

// Reduce makes programs with untrue verdicts smaller. A round removes some parts of each
// program and judges all variants in one run of the tool. The next round begins with the
// variants whose verdict is still wrong in the same respect.
func Reduce(ctx context.Context, opt Options, list []Reduced) ([]Reduced, error) {
	for round := range maxRounds {
		lot, from := variants(round, list)
		if len(lot.Cases) == 0 || ctx.Err() != nil {
			break
		}
		dir := filepath.Join(opt.Dir, fmt.Sprintf("reduce-%02d", round))
		if err := errors.Join(os.RemoveAll(dir), lot.Write(dir)); err != nil {
			return list, err
		}
		smaller(list, lot, from, lot.Judge(ctx, opt, dir).Untrue)
	}
	return list, ctx.Err()
}

// smaller replaces each case by its smallest variant with the same untrue verdict.
func smaller(list []Reduced, lot *Batch, from map[string]int, untrue []WrongVerdict) {
	for _, u := range untrue {
		at := from[u.Program]
		old := list[at]
		if u.Check != old.Untrue.Check || u.Status != old.Untrue.Status {
			continue
		}
		for _, c := range lot.Cases {
			if c.Name == u.Program && c.Size() < old.Size() {
				list[at] = Reduced{c, u}
			}
		}
	}
}

// maxVariants bounds the variants of a case in a round.
const maxVariants = 16

// variants are programs that lack some things, in one lot, and of which case each is.
func variants(round int, list []Reduced) (*Batch, map[string]int) {
	lot, from := &Batch{}, map[string]int{}
	for at, r := range list {
		coin := rand.New(rand.NewPCG(uint64(round), uint64(at)))
		all := edits(r.Program)
		for n := range 4 * maxVariants {
			if len(all) == 0 || len(from) >= (at+1)*maxVariants {
				break
			}
			size := min([]int{8, 4, 2, 1}[n%4], 1+len(all)/2)
			e, p := some(coin, all, size), r.Program.Clone()
			for i := range p.Bodies {
				p.Bodies[i] = e.apply(p.Bodies[i])
			}
			p.Name = fmt.Sprintf("p%04d", len(lot.Cases))
			p.Number()
			if d, err := generate.Known(p); err == nil && d.Natural != schedules.Hangs && len(d.Truth.Panics) == 0 && lot.add(d) == nil {
				from[p.Name] = at
			}
		}
	}
	return lot, from
}

// some joins edits that chance picks.
func some(coin *rand.Rand, all []edit, n int) edit {
	e := edit{map[int]bool{}, map[int]bool{}}
	for range n {
		one := all[coin.IntN(len(all))]
		maps.Copy(e.remove, one.remove)
		maps.Copy(e.unwrap, one.unwrap)
	}
	return e
}

// An edit is a set of sites that go, each with everything within, and of sites of
// which only the first branch stays.
type edit struct {
	remove, unwrap map[int]bool
}

func (e edit) apply(body []program.Stmt) (out []program.Stmt) {
	for _, s := range body {
		if e.remove[s.Site] {
			continue
		}
		s.Cases, s.Then, s.Else = e.apply(s.Cases), e.apply(s.Then), e.apply(s.Else)
		switch {
		case e.unwrap[s.Site]:
			out = append(out, s.Then...)
		case s.Op != program.Select || len(s.Cases) > 0:
			out = append(out, s)
		}
	}
	return out
}

// edits are those that leave locks and counters in balance.
func edits(p *program.Program) (list []edit) {
	for _, body := range p.Bodies {
		list = append(list, editsOf(body)...)
	}
	return list
}

func editsOf(body []program.Stmt) (list []edit) {
	for i, s := range body {
		e := edit{map[int]bool{s.Site: true}, map[int]bool{}}
		switch s.Op {
		case program.Lock:
			e.with(body[i:], program.Unlock, s.Object)
		case program.RLock:
			e.with(body[i:], program.RUnlock, s.Object)
		case program.Go:
			if i > 0 && body[i-1].Op == program.Add {
				e.remove[body[i-1].Site] = true
			}
		case program.TryLock:
			inner := edit{map[int]bool{}, map[int]bool{s.Site: true}}
			inner.with(s.Then, program.Unlock, s.Object)
			list = append(list, inner)
		}
		list = append(list, e)
		for _, inner := range [][]program.Stmt{s.Cases, s.Then, s.Else} {
			list = append(list, editsOf(inner)...)
		}
	}
	return list
}

// with removes the first op on the object too.
func (e edit) with(list []program.Stmt, op program.Op, object int) {
	for _, s := range list {
		if s.Op == op && s.Object == object {
			e.remove[s.Site] = true
			return
		}
	}
}

// WriteReduced writes n programs with untrue verdicts, as small as Reduce makes them.
func WriteReduced(ctx context.Context, w io.Writer, opt Options, untrue []WrongVerdict, n int) error {
	list, err := pick(opt, untrue, n)
	if err != nil {
		return err
	}
	list, err = Reduce(ctx, opt, list)
	for _, r := range list {
		if _, err := fmt.Fprintf(w, "\n// %s %s: %s\n// %s\n%s", r.Untrue.Check, r.Untrue.Status, r.Untrue.Says, r.Untrue.Truth, r.Source.Text); err != nil {
			return err
		}
	}
	return err
}

// pick draws n of the programs again: one for each wording of a verdict first.
func pick(opt Options, untrue []WrongVerdict, n int) ([]Reduced, error) {
	var first, more []WrongVerdict
	programs, words := map[string]bool{}, map[string]bool{}
	for _, u := range untrue {
		kind := digits.ReplaceAllString(string(u.Check)+string(u.Status)+u.Says, "")
		switch {
		case programs[u.Program]:
			continue
		case words[kind]:
			more = append(more, u)
		default:
			first = append(first, u)
		}
		programs[u.Program], words[kind] = true, true
	}
	var list []Reduced
	for _, u := range append(first, more...) {
		number, err := strconv.Atoi(strings.TrimPrefix(u.Program, "p"))
		if err != nil || len(list) == n {
			continue
		}
		hangs := number%opt.Size == opt.Size-1 || number == opt.Programs-1
		d, err := generate.Program(opt.Seed, number, hangs)
		if err != nil {
			return nil, err
		}
		src, err := d.Program.Source()
		if err != nil {
			return nil, err
		}
		list = append(list, Reduced{Case{d, src}, u})
	}
	return list, nil
}

var digits = regexp.MustCompile(`[0-9]+`)
