// Package helpers closes by other functions. // want package:"protocols"
package helpers

import (
	"io"
	"net/http"
	"os"

	"example.com/protocols/dependent"
)

func quietly(c io.Closer) {
	if c != nil {
		_ = c.Close()
	}
}

func read(r io.Reader) int {
	var b [8]byte
	n, _ := r.Read(b[:])
	return n
}

func sometimes(c io.Closer, really bool) {
	if really {
		c.Close()
	}
}

func keep(f *os.File) { kept = f }

var kept *os.File

func drain(resp *http.Response) {
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

func closedByAHelper(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer quietly(f)
	read(f)
	return nil
}

func bodyClosedByAHelper(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	drain(resp)
	return nil
}

func perhapsClosed(name string, b bool) {
	if f, err := os.Open(name); err == nil {
		sometimes(f, b)
	}
}

func kept2(name string) {
	if f, err := os.Open(name); err == nil {
		keep(f)
	}
}

func closedElsewhere(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer dependent.Close(f)
	return nil
}

func borrowed(name string) error {
	f, err := os.Open(name) // want `without Close of the os.File`
	if err != nil {
		return err
	}
	read(f)
	return nil
}

func borrowedElsewhere(name string) error {
	f, err := os.Open(name) // want `without Close of the os.File`
	if err != nil {
		return err
	}
	dependent.Read(f)
	return nil
}

func twice(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	quietly(f)
	return f.Close() // want `Close of the os.File is called after Close`
}

func usedByAHelper(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	f.Close()
	read(f) // want `Read of the os.File is called after Close`
	return nil
}

func usesATypeOfAnotherPackage() int {
	s := dependent.Open()
	s.Close()
	return s.Get() // want `Get of the dependent.Store is called after Close`
}
