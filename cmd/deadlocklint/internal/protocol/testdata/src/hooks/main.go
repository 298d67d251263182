package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"net"
	"os"
	"runtime"
)

type angry struct{}

func (angry) Write([]byte) (int, error) { panic("no") }

type leaves struct{}

func (leaves) Write([]byte) (int, error) { runtime.Goexit(); return 0, nil }

func recovers(f func()) {
	defer func() { recover() }()
	f()
}

func main() {
	f, err := os.CreateTemp("", "hooked")
	if err != nil {
		panic(err)
	}
	f.WriteString("x")
	f.Close()
	f.Close()
	os.Remove(f.Name())
	recovers(func() { gzip.NewWriter(angry{}).Write([]byte("x")) })
	recovers(func() {
		w := gzip.NewWriter(io.Discard)
		defer w.Close()
		panic("over")
	})
	done := make(chan bool)
	go func() {
		defer close(done)
		gzip.NewWriter(leaves{}).Write([]byte("x"))
	}()
	<-done
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	c.Write([]byte("x"))
	c.Close()
	l.Close()
	bytes.NewBuffer(nil).WriteString("x")
}
