// Package leave_result does not receive all from a channel that a function has returned.
package leave_result

// names sends them one by one.
func names(list []string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, name := range list {
			out <- name // want blocks-forever
		}
	}()
	return out
}

// Write stops at the first error.
func Write(list []string, write func(string) error) error {
	for name := range names(list) {
		if err := write(name); err != nil {
			return err
		}
	}
	return nil
}
