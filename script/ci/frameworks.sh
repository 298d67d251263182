#!/usr/bin/env bash
# Tests written with other people's packages, as released: suites of testify and
# ginkgo, and the locks of golang.org/x/sync. Downloads them.
#
# usage: frameworks.sh [CELL...]
#
#   DEADLOCKLINT   the tool (built from this checkout)
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# with MODULE@VERSION... makes the module of the cell need them.
with() {
	abba
	rm main_test.go
	cat >"$1"
	shift
	go get "$@"
	go mod tidy
}

# names TEST fails unless the report says that the events happened in that test.
names() { grep -q "$1" "$work/out"; }

cell_testify_suite() {
	with suite_test.go github.com/stretchr/testify@v1.11.1 <<-'EOF'
		package main

		import (
			"testing"

			"github.com/stretchr/testify/suite"
		)

		type crossing struct{ suite.Suite }

		func (s *crossing) TestCross() { cross(); s.True(true) }

		func (s *crossing) TestOther() { s.Equal(1, 1) }

		func TestCrossing(t *testing.T) { suite.Run(t, new(crossing)) }
	EOF
	status 3 "$tool" test . >"$work/out"
	cat "$work/out"
	grep -q '^1 deadlock confirmed' "$work/out"
	names TestCrossing/TestCross
}

cell_testify_suite_in_one_order() {
	with suite_test.go github.com/stretchr/testify@v1.11.1 <<-'EOF'
		package main

		import (
			"testing"

			"github.com/stretchr/testify/suite"
		)

		type crossing struct {
			suite.Suite
			p pair
		}

		func (s *crossing) TestForth() { s.p.forth() }

		func (s *crossing) TestForthAgain() { s.p.forth() }

		func TestCrossing(t *testing.T) { suite.Run(t, new(crossing)) }
	EOF
	status 0 "$tool" test -static=false . >"$work/out"
	cat "$work/out"
	grep -q '^nothing found' "$work/out"
}

cell_ginkgo_suite() {
	with suite_test.go github.com/onsi/ginkgo/v2@v2.25.1 github.com/onsi/gomega@v1.38.1 <<-'EOF'
		package main

		import (
			"testing"

			. "github.com/onsi/ginkgo/v2"
			. "github.com/onsi/gomega"
		)

		var _ = Describe("a pair", func() {
			It("crosses", func() { cross(); Expect(1).To(Equal(1)) })
			It("does something else", func() { Expect(2).To(Equal(2)) })
		})

		func TestPairs(t *testing.T) {
			RegisterFailHandler(Fail)
			RunSpecs(t, "pairs")
		}
	EOF
	status 3 "$tool" test . >"$work/out"
	cat "$work/out"
	grep -q '^1 deadlock confirmed' "$work/out"
	names TestPairs
}

cell_ginkgo_suite_in_one_order() {
	with suite_test.go github.com/onsi/ginkgo/v2@v2.25.1 github.com/onsi/gomega@v1.38.1 <<-'EOF'
		package main

		import (
			"testing"

			. "github.com/onsi/ginkgo/v2"
			. "github.com/onsi/gomega"
		)

		var _ = Describe("a pair", func() {
			p := new(pair)
			It("goes forth", func() { p.forth() })
			It("goes forth again", func() { p.forth() })
		})

		func TestPairs(t *testing.T) {
			RegisterFailHandler(Fail)
			RunSpecs(t, "pairs")
		}
	EOF
	status 0 "$tool" test -static=false . >"$work/out"
	cat "$work/out"
	grep -q '^nothing found' "$work/out"
}

# limited WAIT: a group that runs one function at a time, which needs the lock
# that the one who starts the next function holds, unless it waits before.
limited() {
	with group_test.go golang.org/x/sync@v0.20.0 <<-EOF
		package main

		import (
			"sync"
			"testing"
			"time"

			"golang.org/x/sync/errgroup"
		)

		type crawler struct {
			mu    sync.Mutex
			group errgroup.Group
			seen  int
		}

		func (c *crawler) visit() error {
			time.Sleep(20 * time.Millisecond)
			c.mu.Lock()
			defer c.mu.Unlock()
			c.seen++
			return nil
		}

		func (c *crawler) add() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.group.Go(func() error { return nil })
		}

		func TestCrawl(t *testing.T) {
			c := new(crawler)
			c.group.SetLimit(1)
			c.group.Go(c.visit)
			$1
			c.add()
			if err := c.group.Wait(); err != nil || c.seen != 1 {
				t.Fatal(err, c.seen)
			}
		}
	EOF
}

cell_errgroup_set_limit() {
	limited 'time.Sleep(100 * time.Millisecond)'
	status 3 "$tool" test . >"$work/out"
	cat "$work/out"
	grep -q '^1 deadlock confirmed' "$work/out"
}

cell_errgroup_set_limit_after_wait() {
	limited 'c.group.Wait()'
	status 0 "$tool" test -static=false . >"$work/out"
	cat "$work/out"
	! grep -q 'deadlock' "$work/out"
}

# A Weighted of x/sync is a list of waiters under a lock, which is named.
cell_semaphore_is_named() {
	with weighted_test.go golang.org/x/sync@v0.20.0 <<-'EOF'
		package main

		import (
			"context"
			"testing"

			"golang.org/x/sync/semaphore"
		)

		func TestWeighted(t *testing.T) {
			s, held := semaphore.NewWeighted(1), make(chan bool)
			go func() {
				_ = s.Acquire(context.Background(), 1)
				held <- true
				<-held
				s.Release(1)
				held <- true
			}()
			<-held
			done := make(chan bool)
			go func() {
				_ = s.Acquire(context.Background(), 1)
				s.Release(1)
				done <- true
			}()
			held <- true
			<-held
			<-done
		}
	EOF
	status 0 "$tool" test -static=false . >"$work/out"
	cat "$work/out"
	grep '^not modelled' "$work/out"
}

names=("$@")
if ((${#names[@]} == 0)); then
	readarray -t names < <(compgen -A function cell_)
fi
for name in "${names[@]#cell_}"; do
	cell "$name" "cell_$name"
done
finish
