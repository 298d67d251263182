// Package leave_field sends to the channel of a field, whose receiver ends with its context.
package leave_field

import "context"

type room struct {
	ctx  context.Context
	said chan string
	hear func() string
}

// Open serves a room until its context ends.
func Open(ctx context.Context, hear func() string, tell func(string)) {
	r := &room{ctx: ctx, said: make(chan string, 1), hear: hear}
	go r.listen()
	r.serve(tell)
}

func (r *room) listen() {
	for {
		r.said <- r.hear() // want blocks-forever
	}
}

func (r *room) serve(tell func(string)) {
	for {
		select {
		case <-r.ctx.Done():
			return
		case s := <-r.said:
			tell(s)
		}
	}
}
