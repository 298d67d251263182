package nobody_receives_right

import "testing"

type sink struct {
	create, update func(string)
}

// TestSink knows that nothing is updated.
func TestSink(t *testing.T) {
	created, updated := make(chan string), make(chan string)
	s := sink{
		create: func(name string) { created <- name },
		update: func(name string) { updated <- name },
	}
	go use(s)
	<-created
}

func use(s sink) {
	if s.create != nil {
		s.create("first")
		return
	}
	s.update("again")
}
