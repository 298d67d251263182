package main

import (
	"bufio"
	"io"

	"example.com/dep"
)

func main() {
	s := &dep.Store{}
	dep.Fill(s)
	s.Put()
	dep.Shut(s)
	w := bufio.NewWriter(io.Discard)
	dep.Log(w)
	w.Flush()
	done := make(chan struct{})
	go func() { s.Put(); close(done) }()
	<-done
}
