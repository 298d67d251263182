package m

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if os.Getenv("CHILD") != "" {
		if os.Getenv("CHILD") == "slow" {
			time.Sleep(300 * time.Millisecond)
		}
		fmt.Println("child")
		return
	}
	os.Exit(m.Run())
}

func TestForkWell(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		cmd := exec.Command(exe)
		cmd.Env = append(os.Environ(), "CHILD=1")
		if out, err := cmd.Output(); err != nil || string(out) != "child\n" {
			t.Fatal(string(out), err)
		}
	}
}

// The child takes longer than a look, and less time than its watchdog.
func TestSlowChildWell(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "CHILD=slow")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make(chan string, 1)
	go func() {
		s, _ := bufio.NewReader(out).ReadString('\n')
		line <- s
	}()
	select {
	case s := <-line:
		if s != "child\n" {
			t.Fatal(s)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("timeout")
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}

// The reader becomes runnable while the writer is about to wait for it.
func TestPipeWell(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	lines := make(chan string)
	go func() {
		for s := bufio.NewScanner(in); s.Scan(); {
			lines <- s.Text()
		}
	}()
	for i := range 100 {
		fmt.Fprintln(out, i)
		if got := <-lines; got != fmt.Sprint(i) {
			t.Fatal(got)
		}
	}
}

type tee struct{ other *log.Logger }

func (w *tee) Write(p []byte) (int, error) {
	if w.other != nil {
		w.other.Print("copy")
	}
	return len(p), nil
}

func TestLoggers(t *testing.T) {
	var a, b tee
	one, two := log.New(&a, "", 0), log.New(&b, "", 0)
	done := make(chan bool)
	go func() { a.other = two; one.Print("one"); a.other = nil; close(done) }()
	<-done
	done = make(chan bool)
	go func() { b.other = one; two.Print("two"); close(done) }()
	<-done
}
