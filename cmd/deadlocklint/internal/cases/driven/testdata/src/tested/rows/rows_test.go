package rows

import "testing"

// A fixture has what each row needs.
type fixture struct{ bank *Bank }

func newFixture(t *testing.T) *fixture {
	t.Helper()
	return &fixture{Open("ann", "bob")}
}

func TestMove(t *testing.T) {
	for _, row := range []struct {
		name     string
		from, to string
		cents    int
		want     bool
	}{
		{"enough", "ann", "bob", 10, true},
		{"too much", "ann", "bob", 1000, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			if got := f.bank.Move(row.from, row.to, row.cents); got != row.want {
				t.Errorf("moved: %t", got)
			}
		})
	}
}
