// Package two_types_right answers each type of message.
package two_types_right

type question struct{ answer chan int }

type order struct {
	name  string
	count int
	done  chan int
}

func serve(message any) {
	switch m := message.(type) {
	case *question:
		m.answer <- 1
	case *order:
		m.done <- m.count
	}
}

func Ask() int {
	answer := make(chan int, 1)
	go serve(&question{answer})
	return <-answer
}

func Place() int {
	done := make(chan int)
	go serve(&order{"tea", 2, done})
	return <-done
}

type failure struct{}

func (*failure) Error() string { return "" }

// Check has an error that is not nil, though the pointer in it is.
func Check() {
	result := make(chan int)
	var none *failure
	var err error = none
	go func() { result <- 1 }()
	if err == nil {
		return
	}
	<-result
}
