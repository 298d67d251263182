package drive

import (
	"go/types"
	"slices"
)

// Numbers of a driver.
const (
	mostProbes   = 16
	mostFurther  = 8 // of arguments that other packages have made
	mostVars     = 16
	mostPar      = 3  // calls of a goroutine
	mostMirrored = 24 // drivers
)

// palette chooses the few values of a driver.
func (g *generator) palette() {
	strs := []string{`"a"`, `"b"`, `"a"`}
	for range g.r.Intn(3) {
		if len(g.literals.strings) > 0 {
			strs = append(strs, g.pick(g.literals.strings...))
		}
	}
	if g.chance(0.2) && !g.tame {
		strs = append(strs, `""`)
	}
	if len(g.literals.long) > 0 && g.chance(0.3) {
		strs = append(strs, g.pick(g.literals.long...))
	}
	ints := []string{"0", "1", "1", "2", "3"}
	if g.tame {
		ints = atLeastOne(ints)
	}
	if g.chance(0.1) && !g.tame {
		ints = append(ints, "-1", "-1")
	}
	if len(g.literals.ints) > 0 && g.chance(0.5) {
		ints = append(ints, g.pick(g.literals.ints...))
	}
	g.learn(&strs, &ints)
	shuffle := func(list []string) { g.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] }) }
	shuffle(strs)
	shuffle(ints)
	g.strs, g.ints = strs[:min(len(strs), 1+g.r.Intn(3))], ints[:2+g.r.Intn(2)]
}

// learn takes the values of calls in tests instead, in half of the drivers of a package that has some.
func (g *generator) learn(strs, ints *[]string) {
	if len(g.learned.strings)+len(g.learned.ints) == 0 || g.chance(0.5) {
		return
	}
	if len(g.learned.strings) > 0 {
		*strs = slices.Clone(g.learned.strings)
	}
	if len(g.learned.ints) > 0 {
		*ints = append([]string{"0", "1"}, g.learned.ints...)
		if g.tame {
			*ints = atLeastOne(*ints)
		}
	}
}

// begin makes the first objects.
func (g *generator) begin() (seq []Call) {
	n := 1
	if g.chance(0.35) {
		n = 2
	}
	for range n {
		if c, ok := g.construct(&seq); ok {
			seq = append(seq, c)
		}
	}
	if t := g.contextType(); t != nil {
		seq = append(seq, g.lasts(t))
	}
	return seq
}

// single is a driver with one goroutine, which calls the i-th function among others.
func (g *generator) single(all []function, i int) *Driver {
	d := &Driver{Seq: g.begin()}
	if len(all) > 0 {
		if c, ok := g.on(all[i%len(all)], &d.Seq); ok {
			d.Seq = append(d.Seq, c)
		}
	}
	d.Seq = g.more(d.Seq, 1+g.r.Intn(5))
	return g.end(d)
}

// pair is a driver with two or three goroutines, of which two begin with the i-th pair.
func (g *generator) pair(all []function, order []int, i int) *Driver {
	d := &Driver{Seq: g.begin()}
	d.Seq = g.more(d.Seq, g.r.Intn(4))
	d.Par = make([][]Call, 2)
	if len(all) > 0 && g.chance(0.8) {
		at := order[i%len(order)]
		for k, f := range []function{all[at/len(all)], all[at%len(all)]} {
			if c, ok := g.on(f, &d.Seq); ok {
				d.Par[k] = append(d.Par[k], c)
			}
		}
	}
	if g.chance(0.3) {
		d.Par = append(d.Par, nil)
	}
	for k := range d.Par {
		for len(d.Par[k]) == 0 || len(d.Par[k]) < mostPar && g.chance(0.35) {
			c, ok := g.some()
			if !ok {
				return nil
			}
			d.Par[k] = append(d.Par[k], c)
		}
	}
	return g.end(d)
}

// more adds calls by chance.
func (g *generator) more(seq []Call, n int) []Call {
	for range n {
		if c, ok := g.some(); ok {
			seq = append(seq, c)
		}
	}
	return seq
}

// end adds what the driver owes, and all other calls. nil is a driver that calls nothing.
func (g *generator) end(d *Driver) *Driver {
	if len(d.Seq) == 0 && len(d.Par) == 0 {
		return nil
	}
	targets := g.targets()
	g.r.Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
	if len(targets) > mostProbes {
		plainFirst(targets)
	}
	further := g.further()
	g.r.Shuffle(len(further), func(i, j int) { further[i], further[j] = further[j], further[i] })
	for _, t := range append(targets, further[:min(len(further), mostFurther)]...) {
		switch closes := t.of.Name != "" && closing.MatchString(t.name); {
		case closes:
			if c, ok := g.make(t, false); ok {
				d.Closes = append(d.Closes, c)
			}
		case len(d.Probes) < mostProbes || g.isAside(t.function):
			g.probe(d, t, len(targets))
		}
	}
	d.Vars, d.strs, d.ints = g.env, g.strs, g.ints
	for _, v := range d.Vars {
		g.drains(d, v)
	}
	if g.lasting != "" {
		d.Drains = append(d.Drains, g.ending())
	}
	return d
}

// few is how many calls are few, so that each is made with other values, too.
const few = 8

func (g *generator) probe(d *Driver, t target, n int) {
	times := 1
	if t.sig.Params().Len() > 0 && n < few {
		times = 2
	}
	for range times {
		if c, ok := g.make(t, len(g.env) < mostVars); ok {
			d.Probes = append(d.Probes, c)
		}
	}
}

// drains adds receives from the channel that a variable is, has as a field, or hands out.
func (g *generator) drains(d *Driver, v Var) {
	drain := func(e string, t types.Type) (elem string) {
		ch, ok := types.Unalias(t).Underlying().(*types.Chan)
		if !ok || ch.Dir() == types.SendOnly || !g.writable(ch.Elem()) {
			return ""
		}
		c := Call{Name: "drain", Expr: "drain[" + g.text(ch.Elem()) + "](" + e + ")"}
		g.finish(&c)
		d.Drains = append(d.Drains, c)
		return g.text(ch.Elem())
	}
	drain(v.Name, v.Type)
	if n := g.object(v.Type); n != nil {
		if st, ok := n.Underlying().(*types.Struct); ok {
			for f := range st.Fields() {
				if f.Exported() {
					drain(v.Name+"."+f.Name(), f.Type())
				}
			}
		}
		for _, m := range g.methods(n) {
			if m.sig.Params().Len() == 0 && m.sig.Results().Len() == 1 {
				if elem := drain(v.Name+"."+m.name+"()", m.sig.Results().At(0).Type()); elem != "" && !slices.Contains(d.Handed, elem) {
					d.Handed = append(d.Handed, elem)
				}
			}
		}
	}
}
