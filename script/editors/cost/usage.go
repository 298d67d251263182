package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A usage is the memory and time of a process and those below it, by /proc.
type usage struct {
	pid  int
	end  chan struct{}
	once sync.Once

	mu        sync.Mutex
	peak, sum int // most memory of the process, and of all together, in MB
}

// sampleEvery is how often memory is looked at.
const sampleEvery = 200 * time.Millisecond

func watch(pid int) *usage {
	u := &usage{pid: pid, end: make(chan struct{})}
	go func() {
		for {
			u.sample()
			select {
			case <-u.end:
				return
			case <-time.After(sampleEvery):
			}
		}
	}()
	return u
}

func (u *usage) stop() { u.once.Do(func() { close(u.end) }) }

func (u *usage) server() int {
	u.sample()
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.peak
}

func (u *usage) all() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.sum
}

// sample adds up the memory of the process and its descendants.
func (u *usage) sample() {
	children := map[int][]int{}
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			if f := stat(pid); len(f) > 1 {
				parent, _ := strconv.Atoi(f[1])
				children[parent] = append(children[parent], pid)
			}
		}
	}
	sum := 0
	for queue := []int{u.pid}; len(queue) > 0; queue = queue[1:] {
		sum += resident(queue[0])
		queue = append(queue, children[queue[0]]...)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.peak, u.sum = max(u.peak, highWater(u.pid)), max(u.sum, sum)
}

// cpu is the CPU time of the process and of those below it that have ended.
func (u *usage) cpu() float64 {
	f := stat(u.pid)
	if len(f) < 15 {
		return 0
	}
	ticks := 0
	for _, s := range f[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.Atoi(s)
		ticks += n
	}
	return float64(ticks) / 100 // USER_HZ
}

// stat returns the fields of /proc/PID/stat after the name, which may contain
// spaces: state, parent, and so on.
func stat(pid int) []string {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)) // it may have ended
	_, rest, _ := strings.Cut(string(b), ") ")
	return strings.Fields(rest)
}

func resident(pid int) int {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	f := strings.Fields(string(b))
	if len(f) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(f[1])
	return pages * os.Getpagesize() >> 20
}

// highWater is the most memory that the process had, as the kernel counts it.
func highWater(pid int) int {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "VmHWM:" {
			kb, _ := strconv.Atoi(f[1])
			return kb >> 10
		}
	}
	return 0
}
