package main

import "example.com/link"

func main() {
	l := link.New()
	l.Mu.Lock()
	for !l.Up {
		l.Changed.Wait()
	}
	l.Mu.Unlock()
	if l.Open {
		<-l.Ready
	}
}
