package boundary

import "unsafe"

// A TrailHead begins a file with the choices of a run. A Step follows for each choice.
type TrailHead struct {
	Magic    uint64
	Run      int64
	Steps    uint64 // written
	Diverged uint64 // 1 + the step at which a repetition went another way, or 0
	Saw      Step   // the step that it reached there
	Met      uint64 // 1 + the step at which two goroutines stood at forced accesses of one object, or 0
	Held     uint64 // 1 when a goroutine is held back at the second of these during the last step
	Failed   uint64 // 1 when the test has failed, but for a panic
}

// TrailMagic begins such a file.
const TrailMagic = 0x3172747078656c64 // "dlexptr1"

// A Step is one choice.
type Step struct {
	Goroutine uint16 // its spawn number in the run
	Op        uint8
	Enabled   uint8 // how many goroutines could run, at most 255
	Object    uint32
}

// A Place is where in the program a choice goes on. Numbers are those of the recording of the run.
type Place struct {
	Seq    uint64 // when the choice was made
	Stack  uint64 // of the operation, 0 for none
	Object uint64 // its address, 0 for none; of OpDraws the number
	G      uint32
	Flags  PlaceFlags
	_      [3]uint8
}

// PlaceFlags tell how a goroutine came to a place and left it.
type PlaceFlags uint8

// The flags.
const (
	PlaceRuns   PlaceFlags = 1 << iota // the goroutine that ran before could have gone on
	PlaceYields                        // and offered its turn
	PlaceEnded                         // the goroutine ended after the operation
	PlaceFailed                        // the test failed after it
	PlaceCut                           // the run ended when the goroutine was about to do another one
	PlaceGuess                         // the goroutine before was in a system call for long, and may have come back later
)

// An AskHead begins the file of a decision. An Ask follows for each goroutine that could run.
type AskHead struct {
	At    uint64 // 1 + the number of choices before, 0 when no decision was written
	Count uint64 // of goroutines
	_     [3]uint64
}

// An Ask is one goroutine that could run at a decision.
type Ask struct {
	Seq    uint64 // of the recording
	Stack  uint64 // of its operation, 0 when none has begun
	Object uint64 // its address
	G      uint32 // number of the goroutine in the recording
	ID     uint32 // and in the run
	Num    uint32 // number of the object in the run
	Op     uint8
	Runs   uint8 // 1: it has run so far
	_      [2]uint8
}

// AskSize is the size of the file of a decision, in bytes.
const AskSize = unsafe.Sizeof(AskHead{}) + MaxChoices*unsafe.Sizeof(Ask{})

// A Record is the layout of a file or of a part of a file.
type Record interface {
	TrailHead | Step | Place | AskHead | Ask
}

// Size is the size of a record in a file, in bytes.
//
//go:norace
func Size[T Record]() int {
	var t T
	return int(unsafe.Sizeof(t))
}

// Records reads up to most records from the begin of a file, and returns the bytes after them. A
// record that is not whole is left out. Bytes are in the order of the machine, which has written
// them.
//
//go:norace
func Records[T Record](b []byte, most int) (list []T, rest []byte) {
	n := min(len(b)/Size[T](), most)
	if n <= 0 {
		return nil, b
	}
	list = make([]T, n)
	size := n * Size[T]()
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&list[0])), size), b)
	return list, b[size:]
}

// Bytes are the records as they are in a file.
//
//go:norace
func Bytes[T Record](list ...T) []byte {
	if len(list) == 0 {
		return nil
	}
	b := make([]byte, len(list)*Size[T]())
	copy(b, unsafe.Slice((*byte)(unsafe.Pointer(&list[0])), len(b)))
	return b
}

// TrailSize is the number of bytes that were written of the file of a run. Its head says so. When the
// head is not whole, the result is its length.
//
//go:norace
func TrailSize(head []byte) int {
	list, _ := Records[TrailHead](head, 1)
	if len(list) == 0 {
		return len(head)
	}
	return Size[TrailHead]() + int(min(list[0].Steps, 1<<40))*Size[Step]()
}
