// Package clean_leave_called receives in a called function, which returns with an error behind which nothing is sent.
package clean_leave_called

type part struct {
	text string
	err  error
}

// Read reads parts until there are none.
func Read(next func() (string, error), use func(string)) error {
	parts := make(chan part)
	go send(parts, next)
	return each(parts, use)
}

func send(parts chan<- part, next func() (string, error)) {
	defer close(parts)
	for {
		text, err := next()
		if err != nil {
			parts <- part{err: err}
			return
		}
		parts <- part{text: text}
	}
}

func each(parts <-chan part, use func(string)) error {
	for p := range parts {
		if p.err != nil {
			return p.err
		}
		use(p.text)
	}
	return nil
}
