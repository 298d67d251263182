// Gathers candidates and closes the gatherer when that is over. The agent tells
// so in a goroutine of its own, and needs ICEGatherer.lock after that; closing
// holds the lock and waits for the goroutine.
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/pion/webrtc/v4"
)

func main() {
	gatherer, err := webrtc.NewAPI().NewICEGatherer(webrtc.ICEGatherOptions{})
	check(err)
	complete := make(chan struct{})
	gatherer.OnStateChange(func(state webrtc.ICEGathererState) {
		if state == webrtc.ICEGathererStateComplete {
			close(complete)
		}
	})
	check(gatherer.Gather())
	<-complete
	time.Sleep(300 * time.Millisecond)
	check(gatherer.GracefulClose())
	fmt.Println("PASS")
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}
