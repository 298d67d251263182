// Asks a sender for its parameters (which reads MediaEngine.mu recursively)
// and, later and from another goroutine, applies a remote offer (which writes
// it).
package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/pion/webrtc/v3"
)

func main() {
	offerer := newPeer()
	answerer := newPeer()

	track, err := webrtc.NewTrackLocalStaticSample(
		webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeVP8}, "video", "driver")
	check(err)
	_, err = offerer.AddTrack(track)
	check(err)
	offer, err := offerer.CreateOffer(nil)
	check(err)

	track, err = webrtc.NewTrackLocalStaticSample(
		webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeVP8}, "video", "driver")
	check(err)
	sender, err := answerer.AddTrack(track)
	check(err)

	// Only time keeps the two apart.
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		time.Sleep(100 * time.Millisecond)
		if n := len(sender.GetParameters().Codecs); n == 0 {
			check(fmt.Errorf("no codecs"))
		}
	}()
	go func() {
		defer wg.Done()
		time.Sleep(400 * time.Millisecond)
		check(answerer.SetRemoteDescription(offer))
	}()
	wg.Wait()

	check(offerer.Close())
	check(answerer.Close())
	fmt.Println("PASS")
}

func newPeer() *webrtc.PeerConnection {
	pc, err := webrtc.NewPeerConnection(webrtc.Configuration{})
	check(err)
	return pc
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}
