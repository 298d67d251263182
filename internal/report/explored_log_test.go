package report

import "testing"

func TestScheduleLog(t *testing.T) {
	x := &Explored{
		Test: "TestPair", Schedule: 4, Length: 3, Goroutines: []ExploredGoroutine{{Name: "g0", End: EndBlocked}, {Name: "g1", End: EndDone}},
		Steps: []ExploredStep{
			{Number: 1, Count: 1, Step: Step{Op: "request", Class: "m.a", Pos: "m.go:7"}},
			{Number: 2, Count: 1, Goroutine: 1, Step: Step{Op: "unlock", Class: "m.a", Pos: "m.go:9"}, Preempts: true, Guessed: true, Last: true},
			{Number: 3, Count: 1, Step: Step{Op: "request", Class: "m.b", Pos: "m.go:8"}, Waits: true, Last: true},
		},
	}
	const want = "# TestPair, schedule 4: 3 steps\n# step\tgoroutine\toperation\tplace\n" +
		"1\tg0\tlocks m.a\tm.go:7\n2\tg1\tpreempts g0: unlocks m.a, ends (guessed)\tm.go:9\n3\tg0\tlocks m.b, blocked\tm.go:8\n"
	if got := x.Log(); got != want {
		t.Errorf("log:\n%s\nwant:\n%s", got, want)
	}
}
