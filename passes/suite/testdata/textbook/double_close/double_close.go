// Command double_close closes a channel on two paths that both run.
package main

import "errors"

func work(fail bool) (err error) {
	done := make(chan bool)
	defer close(done) // want double-close
	if fail {
		close(done)
		return errors.New("failed")
	}
	return nil
}

func main() {
	if err := work(true); err != nil {
		println(err.Error())
	}
}
