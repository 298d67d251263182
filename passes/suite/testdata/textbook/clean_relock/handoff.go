package clean_relock

import "errors"

// commit gives the lock to the callback, which releases it later.
func (q *Queue) commit(submit func(done func(error))) {
	for range 3 {
		q.mu.Lock()
		if len(q.items) == 0 {
			q.mu.Unlock()
			continue
		}
		submit(func(error) { q.mu.Unlock() })
	}
}

var errEmpty = errors.New("empty")

// begin returns with the lock held when it succeeds.
func (q *Queue) begin() (int, error) {
	q.mu.Lock()
	if len(q.items) == 0 {
		q.mu.Unlock()
		return 0, errEmpty
	}
	return q.items[0], nil
}

// Take keeps the error in a variable that a deferred literal changes.
func (q *Queue) Take() (err error) {
	_, err = q.begin()
	if err != nil {
		return err
	}
	defer func() {
		if recover() != nil {
			err = errEmpty
		}
		q.mu.Unlock()
	}()
	q.items = q.items[1:]
	return nil
}

// Later releases the lock in a goroutine that a deferred literal starts.
func (q *Queue) Later(now bool) {
	q.mu.Lock()
	defer func() {
		if now {
			q.mu.Unlock()
		} else {
			go func() { q.mu.Unlock() }()
		}
	}()
	q.items = nil
}
