// Package clean_leave_field sends to the channel of a field in a select with the context of its receiver.
package clean_leave_field

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
		select {
		case r.said <- r.hear():
		case <-r.ctx.Done():
			return
		}
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
