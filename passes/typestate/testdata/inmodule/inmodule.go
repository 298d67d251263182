package inmodule // want package:"protocols" `there is no type Gate` `Lid has no method Lift`

type Door struct{}

func (*Door) Open() {}
func (*Door) Shut() {}

func open(d *Door) {
	d.Open()
	d.Open() // want `Open of the inmodule.Door is called after Open`
}

func right(d *Door) {
	d.Open()
	d.Shut()
	d.Open()
}

type Window struct{}

func (*Window) Open() {}

func mined(w *Window) {
	w.Open()
	w.Open()
}

type Lid struct{}
