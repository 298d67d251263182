package nobody_receives

type sink struct{ update func(string) }

// NewSink tells nobody.
func NewSink() sink {
	updated := make(chan string)
	return sink{update: func(name string) {
		updated <- name // want `blocks for ever: no goroutine receives from this channel`
	}}
}
