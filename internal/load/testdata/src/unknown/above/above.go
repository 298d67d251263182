package above

import "example.com/m/broken"

var lost = broken.New()

var kept = len("kept")

func use() {
	x := broken.New()
	x.Lock() //deadlocklint:ignore doublelock it is another one
}

func plain() int { return kept } // beside it
