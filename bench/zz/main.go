// scratch
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"strconv"
	"syscall"
	"time"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
)

func cpu() float64 {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
}

func main() {
	maxStates, _ := strconv.Atoi(os.Args[2])
	secs, _ := strconv.Atoi(os.Args[3])
	only := -1
	if len(os.Args) > 4 {
		only, _ = strconv.Atoi(os.Args[4])
	}
	s, err := predict.Stall(context.Background(), os.Args[1], predict.StallOptions{Build: true}, func(a, b int) {})
	if err != nil {
		panic(err)
	}
	if len(os.Args) > 5 {
		f, _ := os.Create(os.Args[5])
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	total, lost, unfinished, large := 0, 0, 0, 0
	for i, p := range s.Programs {
		total++
		if p.Lost() {
			lost++
			continue
		}
		if p.Stats.Statements > predict.MaxStatements || len(p.Threads) > predict.MaxThreads {
			large++
			continue
		}
		if only >= 0 && i != only {
			continue
		}
		c := cpu()
		r := p.Check(context.Background(), condvar.Options{MaxStates: maxStates, MaxBytes: 512 << 20, MaxTime: time.Duration(secs) * time.Second})
		c = cpu() - c
		if r.Limit != "" {
			unfinished++
		}
		if r.Limit != "" || r.States > 1000 || c > 0.3 {
			fmt.Printf("%d: threads %d stmts %d states %d steps %d traces %d deadlocks %d cpu %.2f %s\n", i, len(p.Threads), p.Stats.Statements, r.States, r.Steps, r.Traces, len(r.Deadlocks), c, r.Limit)
		}
		if only >= 0 && os.Getenv("DUMP") != "" {
			condvar.WriteGo(os.Stdout, p, condvar.Names{Object: s.Texts[i].Object, Place: s.Texts[i].Place})
		}
	}
	fmt.Println("total", total, "lost", lost, "large", large, "unfinished", unfinished)
}
