package waits_fixed

// A Handler answers each question once.
type Handler interface {
	Handle(question string, answer chan<- string)
}

// Ask waits for the answer of a handler.
func Ask(h Handler, question string) string {
	answer := make(chan string, 1)
	h.Handle(question, answer)
	return <-answer
}

// Wait calls f with a function that it has to call at some time, and waits for that.
func Wait(f func(done func(error))) error {
	ch := make(chan error, 1)
	f(func(err error) {
		select {
		case ch <- err:
		default:
		}
	})
	return <-ch
}
