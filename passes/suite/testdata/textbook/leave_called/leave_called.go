// Package leave_called receives in a called function, which returns before the channel is closed.
package leave_called

type part struct {
	text string
	err  error
}

// Read reads parts until there are none.
func Read(next func() (string, bool), use func(string) error) error {
	parts := make(chan part)
	go send(parts, next)
	return each(parts, use)
}

func send(parts chan<- part, next func() (string, bool)) {
	defer close(parts)
	for {
		text, ok := next()
		if !ok {
			return
		}
		parts <- part{text: text} // want blocks-forever
	}
}

func each(parts <-chan part, use func(string) error) error {
	for p := range parts {
		if err := use(p.text); err != nil {
			return err
		}
	}
	return nil
}
