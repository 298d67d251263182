package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"time"
)

func main() {
	switch os.Args[1] {
	case "nothing":
	case "cross":
		new(plain).cross()
	case "exit":
		new(exits).cross()
		os.Exit(7)
	case "panic":
		new(panics).cross()
		panic("on purpose")
	case "stdin":
		b, err := io.ReadAll(os.Stdin)
		if err == nil && string(b) == "cross\n" {
			new(reads).cross()
		}
		fmt.Println("read", len(b))
	case "server":
		serve(os.Args[2:])
	case "children":
		for _, kind := range []string{"cross", "exit", "nothing"} {
			_ = exec.Command(os.Args[0], kind).Run()
		}
	case "pause":
		pauseOnly()
	case "handoff":
		handOff()
	}
}

// serve is alive: its server and ticker could always run.
func serve(args []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go http.Serve(l, nil)
	ticker := time.NewTicker(time.Millisecond)
	new(serves).cross()
	fmt.Println("up")
	for range ticker.C {
		if len(args) > 0 {
			return
		}
	}
}

// pauseOnly can not deadlock: who is second waits for the first, in a way that
// no trace shows. A pause of the first blocks everybody, but nothing else does.
func pauseOnly() {
	t := new(paused)
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		t.ab()
		w.Write([]byte("x"))
	}()
	go func() {
		defer wg.Done()
		r.Read(make([]byte, 1))
		t.ba()
	}()
	wg.Wait()
}

// handOff can not deadlock: b is released by a goroutine that needs nothing.
func handOff() {
	t := new(handed)
	var wg sync.WaitGroup
	wg.Add(3)
	go func() { defer wg.Done(); t.ab() }()
	go func() {
		defer wg.Done()
		time.Sleep(20 * time.Millisecond)
		t.b.Lock()
		go func() {
			defer wg.Done()
			time.Sleep(200 * time.Millisecond)
			t.b.Unlock()
		}()
		t.a.Lock()
		t.a.Unlock()
	}()
	wg.Wait()
}
