package racer

import (
	"context"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// Predict predicts the races of the base schedule of a test, and makes none happen. There are none where that run ends its process. Files are
// kept below dir.
func Predict(ctx context.Context, t *record.Target, dir, work, name string, opt Options) ([]*predict.Race, error) {
	list, err := baseRuns(ctx, t, work, name, opt)
	if err != nil || len(list) != 1 {
		return nil, err
	}
	base := baseOf(list[0])
	if base == nil || base.Crash != "" {
		return nil, nil
	}
	s := &search{target: t, dir: dir, work: work, opt: opt, TestResult: &TestResult{Package: t.Package, Test: list[0].Test}}
	races, err := s.record(ctx, t, base)
	if err != nil || races == nil {
		return nil, err
	}
	return races.List, nil
}
