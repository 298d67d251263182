package main

import (
	"os"
	"time"

	"example.com/dep"
)

func main() {
	f, err := os.CreateTemp("", "beside")
	if err != nil {
		panic(err)
	}
	defer os.Remove(f.Name())
	done := make(chan struct{})
	go func() { f.WriteString("x"); close(done) }()
	time.Sleep(20 * time.Millisecond)
	<-done
	dep.Close(f)
	time.Sleep(20 * time.Millisecond)
}
