package drive

// Together is a driver of exported functions, named as T.M or F, that share their objects and are called at the same time. It is there for the words
// that it goes against, and has no source. Names that are none of the package are left out.
func (a *API) Together(names ...string) *Driver {
	d := &Driver{}
	var vars []string
	for _, name := range names {
		for _, f := range append(a.all(), a.makers...) {
			if f.key() != name {
				continue
			}
			c := Call{Name: name}
			if f.recv != nil {
				c.Recv = "x" + f.recv.Obj().Name()
				d.Vars = append(d.Vars, Var{Name: c.Recv, Type: f.recv})
				vars = append(vars, c.Recv)
			}
			d.Par = append(d.Par, []Call{c})
			break
		}
	}
	for _, calls := range d.Par {
		calls[0].Uses = vars
	}
	return d
}
