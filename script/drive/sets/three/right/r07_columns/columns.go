// Package columns reads tables of numbers, many lines at the same time.
package columns

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// ErrWidth is wrapped by the error for a line with another number of columns than the first.
var ErrWidth = errors.New("wrong number of columns")

// An Option changes how Parse reads.
type Option func(*reader)

// WithSeparator sets what is between two columns. The default is a comma.
func WithSeparator(separator string) Option {
	return func(r *reader) { r.separator = separator }
}

// WithEmpty sets the number that stands for an empty column. Without it, that is an error.
func WithEmpty(n int) Option {
	return func(r *reader) { r.empty = &n }
}

type reader struct {
	separator string
	empty     *int
	width     int
}

// A Table is lines of numbers.
type Table [][]int

// Sum returns the sum of a column, or 0 when the table does not have the column.
func (t Table) Sum(column int) int {
	sum := 0
	for _, line := range t {
		if column >= 0 && column < len(line) {
			sum += line[column]
		}
	}
	return sum
}

// line reads a line.
func (r *reader) line(text string) ([]int, error) {
	fields := strings.Split(text, r.separator)
	if len(fields) != r.width {
		return nil, fmt.Errorf("%q: %w", text, ErrWidth)
	}
	numbers := make([]int, len(fields))
	for i, field := range fields {
		field = strings.TrimSpace(field)
		if field == "" && r.empty != nil {
			numbers[i] = *r.empty
			continue
		}
		n, err := strconv.Atoi(field)
		if err != nil {
			return nil, err
		}
		numbers[i] = n
	}
	return numbers, nil
}

// Parse reads lines into a table. It returns the errors of all lines that it cannot read.
func Parse(lines []string, opts ...Option) (Table, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	r := &reader{separator: ","}
	for _, opt := range opts {
		opt(r)
	}
	r.width = len(strings.Split(lines[0], r.separator))
	table := make(Table, len(lines))
	failures := make(chan error, len(lines))
	var wg sync.WaitGroup
	for i, text := range lines {
		wg.Add(1)
		go func() {
			defer wg.Done()
			numbers, err := r.line(text)
			if err != nil {
				failures <- fmt.Errorf("line %d: %w", i+1, err)
				return
			}
			table[i] = numbers
		}()
	}
	wg.Wait()
	close(failures)
	var errs []error
	for err := range failures {
		errs = append(errs, err)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return table, nil
}
