package m

import "os"

// G is opened and closed.
//
//deadlocklint:typestate state closed final
//deadlocklint:typestate   Open -> open
//deadlocklint:typestate state open
//deadlocklint:typestate   Close -> closed
type G struct{}

func (*G) Open()  {}
func (*G) Close() {}

func Again(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	f.Close()
	return f.Sync()
}

func Leaves() {
	g := new(G)
	g.Open()
}
