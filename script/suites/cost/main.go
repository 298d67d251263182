// Cost runs a command and prints its cost: CPU seconds (user and system, children
// included), the most memory in MB, seconds, and its exit status. The output of the
// command goes to a file.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) < 3 {
		fail(errors.New("usage: cost FILE COMMAND [ARGUMENT...]"))
	}
	log, err := os.Create(os.Args[1])
	if err != nil {
		fail(err)
	}
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, log, log
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		fail(err)
	}
	s := cmd.ProcessState
	memory := s.SysUsage().(*syscall.Rusage).Maxrss / 1024
	fmt.Printf("%.2f %d %.1f %d\n", (s.UserTime() + s.SystemTime()).Seconds(), memory, wall.Seconds(), s.ExitCode())
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "cost:", err)
	os.Exit(1)
}
