// Cost runs a command and prints its cost: CPU seconds (user and system, children
// included), the most memory in MB, and seconds. Its exit status comes next, and the word "ended" or "stopped". The
// output of the command goes to a file.
//
// A command that has not ended after -time is stopped: its process group is interrupted. Half a minute later
// it is killed. The processor time of a process that was killed below it is not known.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// grace is the time between the interrupt and the end by force.
const grace = 30 * time.Second

func main() {
	limit := flag.Duration("time", 0, "the time after which the command is stopped, 0 for none")
	flag.Parse()
	if flag.NArg() < 2 {
		fail(errors.New("usage: cost [-time DURATION] FILE COMMAND [ARGUMENT...]"))
	}
	log, err := os.Create(flag.Arg(0))
	if err != nil {
		fail(err)
	}
	cmd := exec.Command(flag.Arg(1), flag.Args()[2:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, log, log
	start := time.Now()
	word, err := run(cmd, *limit)
	wall := time.Since(start)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		fail(err)
	}
	s := cmd.ProcessState
	memory := s.SysUsage().(*syscall.Rusage).Maxrss / 1024
	fmt.Printf("%.2f %d %.1f %d %s\n", (s.UserTime() + s.SystemTime()).Seconds(), memory, wall.Seconds(), s.ExitCode(), word)
}

// run runs a command, and says whether it has ended by itself or was stopped. The process group of the command gets the
// interrupts of this process, too.
func run(cmd *exec.Cmd, limit time.Duration) (word string, err error) {
	if limit <= 0 {
		return "ended", cmd.Run()
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	signals, done := make(chan os.Signal, 1), make(chan error, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() { done <- cmd.Wait() }()
	send := func(s syscall.Signal) { _ = syscall.Kill(-cmd.Process.Pid, s) }
	word, over := "ended", time.After(limit)
	for {
		select {
		case err := <-done:
			return word, err
		case <-signals:
			send(syscall.SIGINT)
		case <-over:
			if word == "ended" {
				word, over = "stopped", time.After(grace)
				send(syscall.SIGINT)
				continue
			}
			send(syscall.SIGKILL)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "cost:", err)
	os.Exit(1)
}
