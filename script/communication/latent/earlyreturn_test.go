package latent

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

var errStale = errors.New("stale")

// replica answers with the version that it has.
type replica struct {
	version atomic.Int64
}

func (r *replica) read(min int64) (int64, error) {
	v := r.version.Load()
	if v < min {
		return v, errStale
	}
	return v, nil
}

type answer struct {
	version int64
	err     error
}

func readAll(replicas []*replica, min int64, asked *sync.WaitGroup) (int64, error) {
	answers := make(chan answer)
	for _, r := range replicas {
		asked.Add(1)
		go func() {
			defer asked.Done()
			v, err := r.read(min)
			answers <- answer{v, err}
		}()
	}
	var newest int64
	for range replicas {
		a := <-answers
		if a.err != nil {
			return 0, a.err
		}
		newest = max(newest, a.version)
	}
	return newest, nil
}

func TestEarlyReturn(t *testing.T) {
	replicas := []*replica{{}, {}, {}}
	replicated := make(chan bool, 1)
	go func() {
		for _, r := range replicas {
			r.version.Store(7)
		}
		replicated <- true
	}()
	for i := range 10_000_000 { // the client does something else
		_ = i * i
	}
	var asked sync.WaitGroup
	v, err := readAll(replicas, 7, &asked)
	if err == nil && v != 7 {
		t.Fatalf("version %d", v)
	}
	asked.Wait()
	<-replicated
}
