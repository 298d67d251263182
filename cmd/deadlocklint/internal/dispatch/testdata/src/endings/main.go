package main

import (
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"sync"
	"syscall"
	"time"
)

func main() {
	switch os.Args[1] {
	case "killed":
		new(killed).cross()
		time.Sleep(300 * time.Millisecond) // several times what the recorder waits between two writes
		killSelf()
	case "killed at once":
		killSelf()
	case "killed child":
		_ = exec.Command(os.Args[0], "killed at once").Run()
		new(leaves).ab()
	case "forever":
		for range 100 {
			go func() { select {} }()
		}
		var held sync.Mutex
		go func() { held.Lock(); select {} }()
		new(leaves).cross()
	case "many":
		many(os.Args[2])
	case "allocations":
		allocations()
	case "ordered children", "children":
		kind := map[string]string{"ordered children": "ordered", "children": "inherited"}[os.Args[1]]
		for range 3 {
			_ = exec.Command(os.Args[0], kind).Run()
		}
	case "inherited":
		new(inherited).cross()
	case "ordered":
		o := new(inherited)
		o.ab()
		o.ab()
	case "spend":
		spend(os.Args[2])
	case "spenders":
		for range 12 {
			_ = exec.Command(os.Args[0], "spend", "10000").Run()
		}
	case "watchdog":
		watchdog()
	case "other program":
		_ = exec.Command(os.Args[2], "global").Run()
	case "global":
		global.cross()
	}
}

var global variable

func killSelf() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// many has so many goroutines alive at once, each of which takes two locks.
func many(n string) {
	count, err := strconv.Atoi(n)
	if err != nil {
		panic(err)
	}
	var outer, inner sync.Mutex
	var wg sync.WaitGroup
	start := make(chan bool)
	for range count {
		wg.Go(func() {
			<-start
			outer.Lock()
			inner.Lock()
			inner.Unlock()
			outer.Unlock()
		})
	}
	close(start)
	wg.Wait()
	new(crowd).cross()
}

// allocations has locks in objects that nobody wrote a new or a literal for.
func allocations() {
	reflect.New(reflect.TypeFor[reflected]()).Interface().(*reflected).cross()
	list := reflect.MakeSlice(reflect.TypeFor[[]sliced](), 3, 3)
	list.Index(1).Addr().Interface().(*sliced).cross()
	m := map[string]*mapped{}
	m["a"] = &mapped{}
	m["a"].cross()
	var s []appended
	for range 5 {
		s = append(s, appended{})
	}
	s[3].cross()
}

// spend writes a lot that is not repeated.
func spend(n string) {
	count, err := strconv.Atoi(n)
	if err != nil {
		panic(err)
	}
	for range count {
		c := make(chan int, 1)
		c <- 1
		<-c
	}
	fmt.Println("spent")
}

// watchdog can not deadlock: whoever waits too long has the lock released for
// him, by a timer that no passing run sees.
func watchdog() {
	t := new(watched)
	var wg sync.WaitGroup
	wg.Go(t.ab)
	wg.Go(func() {
		time.Sleep(20 * time.Millisecond)
		t.b.Lock()
		dog := time.AfterFunc(300*time.Millisecond, t.b.Unlock)
		t.a.Lock()
		t.a.Unlock()
		if dog.Stop() {
			t.b.Unlock()
		}
	})
	wg.Wait()
}
