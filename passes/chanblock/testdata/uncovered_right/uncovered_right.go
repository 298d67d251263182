// Package uncovered_right looks like package uncovered.
package uncovered_right

import (
	"context"
	"os"
	"sync/atomic"
	"time"
)

// values are sent one by one.
type values struct{ list []int }

func (v *values) all() <-chan int {
	out := make(chan int, len(v.list))
	go func() {
		defer close(out)
		for _, n := range v.list {
			out <- n
		}
	}()
	return out
}

// Write has room for all.
func (v *values) Write(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	for n := range v.all() {
		if _, err := f.Write([]byte{byte(n)}); err != nil {
			return err
		}
	}
	return nil
}

// Poll receives until the sender has ended.
func Poll(ctx context.Context, read func() int, use func(int)) {
	in := make(chan int)
	go func() {
		defer close(in)
		for ctx.Err() == nil {
			in <- read()
		}
	}()
	for n := range in {
		use(n)
	}
}

// Find receives the rest.
func Find(list []int, wanted func(int) bool) (found bool) {
	in := make(chan int)
	go func() {
		defer close(in)
		for _, n := range list {
			in <- n
		}
	}()
	for n := range in {
		if wanted(n) {
			found = true
			break
		}
	}
	for range in {
	}
	return found
}

// Drained receives the rest when it returns.
func Drained(read func() (int, bool), use func(int) error) error {
	in := make(chan int)
	go func() {
		defer close(in)
		for {
			n, ok := read()
			if !ok {
				return
			}
			in <- n
		}
	}()
	defer func() {
		go func() {
			for range in {
			}
		}()
	}()
	for n := range in {
		if err := use(n); err != nil {
			return err
		}
	}
	return nil
}

// Told is told by the sender that it has ended.
func Told(read func() (int, error), use func(int)) error {
	in, failed := make(chan int), make(chan error)
	go func() {
		for {
			n, err := read()
			if err != nil {
				failed <- err
				return
			}
			in <- n
		}
	}()
	for {
		select {
		case n := <-in:
			use(n)
		case err := <-failed:
			return err
		}
	}
}

// Joined leaves when all senders have ended.
func Joined(jobs []func() int, wait func(), use func(int)) {
	in, done := make(chan int), make(chan struct{})
	for _, job := range jobs {
		go func() {
			in <- job()
			done <- struct{}{}
		}()
	}
	left := len(jobs)
	for left > 0 {
		select {
		case n := <-in:
			use(n)
		case <-done:
			left--
		}
	}
}

// Asked answers each question: it sends when it is asked only.
func Asked(ask func() (int, bool), use func(int) error) error {
	in, out := make(chan int), make(chan int)
	go func() {
		for n := range in {
			out <- n + 1
		}
	}()
	defer close(in)
	for {
		n, ok := ask()
		if !ok {
			return nil
		}
		in <- n
		if err := use(<-out); err != nil {
			return err
		}
	}
}

// Two ends both by one context.
func Two(ctx context.Context, read func() int, use func(int)) {
	ch := make(chan int, 8)
	r, w := newReader(ch, use), newWriter(ch, read)
	go r.loop(ctx)
	go w.loop(ctx)
}

type reader struct {
	from <-chan int
	use  func(int)
}

type writer struct {
	to   chan<- int
	read func() int
}

func newReader(ch <-chan int, use func(int)) *reader   { return &reader{ch, use} }
func newWriter(ch chan<- int, read func() int) *writer { return &writer{ch, read} }

func (r *reader) loop(ctx context.Context) {
	for {
		select {
		case n := <-r.from:
			r.use(n)
		case <-ctx.Done():
			return
		}
	}
}

func (w *writer) loop(ctx context.Context) {
	for {
		select {
		case w.to <- w.read():
		case <-ctx.Done():
			return
		}
	}
}

// Token gives a value round, and the last one keeps it.
func Token(jobs []func(), done func()) {
	left := make(chan int, 1)
	left <- len(jobs)
	for _, job := range jobs {
		go func() {
			job()
			n := <-left - 1
			if n == 0 {
				done()
			} else {
				left <- n
			}
		}()
	}
}

// Paths sends in the function itself or in a goroutine, not in both.
func Paths(inline bool, job func() bool) bool {
	done := make(chan bool, 1)
	if inline {
		done <- job()
	} else {
		go func() {
			if !job() {
				done <- false
				return
			}
			done <- true
		}()
	}
	return <-done
}

// Turns starts one sender in each turn, and receives from it before it leaves.
func Turns(jobs []func() int, use func(int) error) error {
	results := make(chan int)
	for _, job := range jobs {
		go func() { results <- job() }()
		if err := use(<-results); err != nil {
			return err
		}
	}
	return nil
}

// Steps starts the second sender when it has received from the first.
func Steps(first, second func() int, use func(int) error) error {
	results := make(chan int)
	go func() { results <- first() }()
	if err := use(<-results); err != nil {
		return err
	}
	go func() { results <- second() }()
	return use(<-results)
}

// Won has room for the one value that the first goroutine sends.
func Won(jobs []func() int, late <-chan time.Time) int {
	won, first := atomic.Bool{}, make(chan int, 1)
	for _, job := range jobs {
		go func() {
			if n := job(); won.CompareAndSwap(false, true) {
				first <- n
			}
		}()
	}
	select {
	case n := <-first:
		return n
	case <-late:
		return 0
	}
}

// Three has room for what three goroutines send.
func Three(job func(int) error) error {
	errs := make(chan error, 3)
	for i := 0; i < 3; i++ {
		go func() { errs <- job(i) }()
	}
	for i := 0; i < 3; i++ {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// Refused tells the sender that it cannot begin.
func Refused(open func() error, use func(int), list []int) error {
	ready, in := make(chan error), make(chan int)
	go func() {
		err := open()
		ready <- err
		if err != nil {
			return
		}
		for n := range in {
			use(n)
		}
	}()
	if err := <-ready; err != nil {
		return err
	}
	for _, n := range list {
		in <- n
	}
	close(in)
	return nil
}

// Answers leaves between two requests.
func Answers(questions []int, answer func(int) int, use func(int) error) error {
	asked, answers := make(chan int), make(chan int)
	go func() {
		for q := range asked {
			answers <- answer(q)
		}
	}()
	defer close(asked)
	for _, q := range questions {
		asked <- q
		if err := use(<-answers); err != nil {
			return err
		}
	}
	return nil
}

// Respawned starts another receiver when one fails.
func Respawned(list []int, use func(int) error) {
	in := make(chan int)
	go again(in, use)
	for _, n := range list {
		in <- n
	}
	close(in)
}

func again(in chan int, use func(int) error) {
	for n := range in {
		if use(n) != nil {
			go again(in, use)
			return
		}
	}
}
