package sessions

import (
	"testing"
	"time"
)

func TestRenew(t *testing.T) {
	s := &Sessions{ends: map[string]time.Time{"ann": time.Now().Add(time.Hour)}}
	if err := s.Renew("ann", time.Minute); err != nil {
		t.Error(err)
	}
}
