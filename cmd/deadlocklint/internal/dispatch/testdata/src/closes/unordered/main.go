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
	go func() { f.WriteString("x"); time.Sleep(0) }()
	time.Sleep(20 * time.Millisecond)
	close(done)
	dep.Close(f)
	time.Sleep(20 * time.Millisecond)
}
