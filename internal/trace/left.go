package trace

// A LeftState is the state of the goroutine of an OpLeft.
type LeftState uint8

// The words. The recorder has the same numbers.
const (
	LeftRuns    LeftState = iota + 1 // it can run or be woken, while another one is left blocked
	LeftBlocked                      // only global variables reach what it waits for
	LeftLeaked                       // no goroutine reaches what it waits for
	LeftMoved                        // it was said to be blocked, and has gone on
)

// Left returns the state that an OpLeft records, and the operation in which the
// goroutine is parked. That is OpSend, OpRecv, OpSelect, OpRequest, OpRRequest, OpWait,
// OpWGWait or OpPulled, or OpNone when it is not parked.
func (e Event) Left() (LeftState, Op) { return LeftState(e.Aux >> 8), Op(e.Aux & 0xff) }
