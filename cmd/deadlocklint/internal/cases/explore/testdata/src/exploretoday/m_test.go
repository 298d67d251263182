package m

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

var made time.Time

func TestMain(m *testing.M) { made = time.Now().Round(0); os.Exit(m.Run()) }

func TestFile(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }() // left when the test fails
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil || time.Now().Sub(info.ModTime()).Abs() > time.Minute {
		t.Fatal(err, info.ModTime())
	}
	<-c
}

func TestToken(t *testing.T) {
	if time.Now().Round(0).Before(made) {
		t.Fatal("not valid yet")
	}
	c, d := make(chan int, 1), make(chan int, 1)
	go func() { c <- 1 }()
	go func() { d <- 1 }()
	select {
	case <-c:
	case <-d:
		<-c
		<-d
	}
}

func TestFails(t *testing.T) {
	if time.Now().Year() > 1970 {
		t.Fatal("late")
	}
}
