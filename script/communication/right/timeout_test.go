package right

import (
	"errors"
	"hash/crc32"
	"sync"
	"testing"
	"time"
)

var errLate = errors.New("too late")

// summer computes sums in the background, with a limit of time for each.
type summer struct {
	running sync.WaitGroup
	limit   time.Duration
}

func (s *summer) sum(data []byte) (uint32, error) {
	result := make(chan uint32, 1)
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		result <- crc32.ChecksumIEEE(data)
	}()
	select {
	case v := <-result:
		return v, nil
	case <-time.After(s.limit):
		return 0, errLate
	}
}

func (s *summer) close() {
	s.running.Wait()
}

func TestTimeout(t *testing.T) {
	s := &summer{limit: 50 * time.Millisecond}
	data := make([]byte, 100_000)
	for i := range data {
		data[i] = byte(i)
	}
	late := 0
	for i := range 3 {
		if _, err := s.sum(data[i*1000:]); errors.Is(err, errLate) {
			late++
		}
	}
	s.close()
	t.Logf("%d sums were late", late)
}
