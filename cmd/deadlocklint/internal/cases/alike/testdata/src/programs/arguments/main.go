package main

import (
	"flag"
	"fmt"
	"os"
	"sync"
	"time"
)

var first = flag.String("first", "", "key that is put first")

var early []string

func init() { early = os.Args[1:] }

// main takes its own flags and arguments, and those alone. The writers have 20 ms.
func main() {
	writers := flag.Int("writers", 0, "number of writers")
	flag.Parse()
	if *first != "a b" || flag.NArg() != 1 || flag.Arg(0) != "-test.run=x" || len(early) != 5 || flag.Lookup("test.run") != nil {
		fmt.Fprintln(os.Stderr, "other arguments:", os.Args, early)
		os.Exit(3)
	}
	s := NewStore(*first)
	var wg sync.WaitGroup
	for i := range *writers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.Put(fmt.Sprint("k", i))
		}()
	}
	time.Sleep(20 * time.Millisecond)
	s.Close()
	wg.Wait()
}
