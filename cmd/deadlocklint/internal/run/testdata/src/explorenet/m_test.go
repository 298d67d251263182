package m

import (
	_ "net"
	"testing"
)

func TestMissed(t *testing.T) {
	sent, got := make(chan int, 1), make(chan int)
	go func() {
		select {
		case got <- <-sent:
		default:
		}
	}()
	sent <- 1
	<-got
}
