// Command clock stands still in the way that its first argument says, with
// timers beside. TestClock of package confirm knows what each case comes to.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

var (
	a, b sync.Mutex
	done sync.WaitGroup
)

// cycle makes two goroutines wait for each other's lock. They end when another
// goroutine unlocks a.
func cycle() {
	var first, second sync.WaitGroup
	first.Add(1)
	second.Add(1)
	done.Add(2)
	go func() {
		defer done.Done()
		a.Lock()
		first.Done()
		second.Wait()
		b.Lock()
		b.Unlock()
	}()
	go func() {
		defer done.Done()
		b.Lock()
		second.Done()
		first.Wait()
		a.Lock()
		a.Unlock()
		b.Unlock()
	}()
	first.Wait()
	second.Wait()
}

// wait makes one goroutine wait for a channel, and at most for d unless that is 0.
// When it is below 0 it waits again and again.
func wait(c chan int, d time.Duration) {
	done.Add(1)
	go func() {
		defer done.Done()
		if d == 0 {
			<-c
			return
		}
		for once := true; once || d < 0; once = false {
			select {
			case <-c:
			case <-time.After(max(d, -d)):
			}
		}
	}()
}

func serve() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	s := &http.Server{Handler: http.NotFoundHandler(), IdleTimeout: time.Minute, ReadTimeout: time.Minute}
	go s.Serve(l)
	r, err := http.Get("http://" + l.Addr().String())
	if err != nil {
		panic(err)
	}
	if _, err := io.Copy(io.Discard, r.Body); err != nil { // the connection stays, idle
		panic(err)
	}
	r.Body.Close()
}

func heartbeat() {
	for {
		time.Sleep(50 * time.Millisecond)
		fmt.Fprintln(os.Stderr, "alive")
	}
}

func unlockAt(c <-chan time.Time, n int) {
	for range n {
		<-c
	}
	a.Unlock()
}

var again *time.Timer

var flag atomic.Bool

func main() { stand(os.Args[1]) }

// stand does what the case of this name is about.
func stand(name string) {
	c := make(chan int)
	switch name {
	case "locks":
		cycle()
	case "locks-unlock-1s":
		cycle()
		time.AfterFunc(time.Second, a.Unlock)
	case "locks-unlock-1h":
		cycle()
		time.AfterFunc(time.Hour, func() { a.Unlock() })
	case "locks-unlock-after-others":
		cycle()
		for i := range 100 {
			time.AfterFunc(time.Duration(i)*time.Minute, func() {})
		}
		time.AfterFunc(3*time.Hour, func() { a.Unlock() })
	case "locks-unlock-30h":
		cycle()
		time.AfterFunc(30*time.Hour, func() { a.Unlock() })
	case "locks-print":
		cycle()
		time.AfterFunc(time.Hour, func() { fmt.Fprintln(os.Stderr, "an hour has passed") })
	case "locks-tick-2":
		t := time.NewTicker(time.Minute)
		cycle()
		go unlockAt(t.C, 2)
	case "locks-tick":
		t := time.NewTicker(time.Minute)
		cycle()
		go func() {
			for range t.C {
				fmt.Fprintln(os.Stderr, "tick")
			}
		}()
	case "locks-context":
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		cycle()
		go func() {
			<-ctx.Done()
			a.Unlock()
		}()
	case "locks-sleep":
		cycle()
		go func() {
			for range 5 {
				time.Sleep(time.Minute)
			}
			a.Unlock()
		}()
	case "locks-heartbeat":
		cycle()
		go heartbeat()
	case "locks-heartbeat-unlock":
		cycle()
		go heartbeat()
		time.AfterFunc(10*time.Hour, func() { a.Unlock() })
	case "locks-heartbeat-unlock-40s":
		cycle()
		go heartbeat()
		time.AfterFunc(40*time.Second, func() { a.Unlock() })
	case "locks-poll":
		cycle()
		go func() {
			for {
				a.Lock()
				a.Unlock()
				time.Sleep(time.Second)
			}
		}()
	case "locks-try":
		cycle()
		go func() {
			for !flag.Load() {
				if a.TryLock() {
					a.Unlock()
				}
				time.Sleep(time.Second)
			}
			b.Unlock()
		}()
	case "locks-panic":
		cycle()
		time.AfterFunc(time.Hour, func() { panic("an hour has passed") })
	case "locks-exit":
		cycle()
		time.AfterFunc(time.Hour, func() { os.Exit(0) })
	case "locks-reset":
		cycle()
		again = time.AfterFunc(time.Hour, func() { again.Reset(time.Second) })
	case "locks-server":
		serve()
		cycle()
	case "locks-server-unlock":
		serve()
		cycle()
		time.AfterFunc(time.Hour, func() { a.Unlock() })
	case "locks-main-ends":
		cycle()
		time.Sleep(time.Hour)
		return
	case "locks-busy":
		cycle()
		go func() {
			for !flag.Load() {
			}
		}()
	case "locks-ticker-unused":
		time.NewTicker(time.Millisecond)
		cycle()
	case "wait":
		wait(c, 0)
	case "wait-close-1s":
		wait(c, 0)
		time.AfterFunc(time.Second, func() { close(c) })
	case "wait-close-5s":
		wait(c, 0)
		time.AfterFunc(5*time.Second, func() { close(c) })
	case "wait-close-1h":
		wait(c, 0)
		time.AfterFunc(time.Hour, func() { close(c) })
	case "wait-print":
		wait(c, 0)
		time.AfterFunc(time.Hour, func() { fmt.Fprintln(os.Stderr, "an hour has passed") })
	case "wait-ticker-unused":
		time.NewTicker(time.Millisecond)
		wait(c, 0)
	case "wait-sleep":
		wait(c, 0)
		go func() {
			time.Sleep(time.Hour)
			c <- 1
		}()
	case "wait-heartbeat":
		wait(c, 0)
		go heartbeat()
	case "wait-tick-2":
		wait(c, 0)
		go func() {
			t := time.NewTicker(time.Minute)
			<-t.C
			<-t.C
			c <- 1
		}()
	case "wait-server":
		serve()
		wait(c, 0)
	case "wait-poll": // it always looks for something else, too
		wait(c, -3*time.Second)
	case "wait-panic":
		wait(c, 0)
		time.AfterFunc(time.Hour, func() { panic("an hour has passed") })
	case "wait-or-timeout":
		wait(c, time.Hour)
	case "clock":
		before := time.Now()
		cycle()
		time.AfterFunc(time.Hour, func() {
			now := time.Now()
			wall := now.Round(0).Sub(before.Round(0))
			if d := now.Sub(before); d < time.Hour || d > 2*time.Hour || wall < time.Hour || wall > 2*time.Hour || time.Since(before) < d {
				panic(fmt.Sprint("the clocks say ", d, " and ", wall))
			}
			a.Unlock()
		})
	}
	done.Wait()
}
