package ending

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

func TestEverySecondPoint(t *testing.T) {
	list := make([]report.Point, 0, 8)
	for i := range 8 {
		list = append(list, report.Point{Schedules: i})
	}
	var got []int
	for _, p := range everySecond(list) {
		got = append(got, p.Schedules)
	}
	if want := []int{0, 2, 4, 6, 7}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
