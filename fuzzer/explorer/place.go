package explorer

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// A Place is the place in the program where the goroutine of a choice goes on, as the
// repetition of a run shows it. Numbers are those of the recording of that run.
type Place struct {
	Seq    uint64 // when the choice was made
	Stack  uint64 // of the operation, 0 for none
	Object uint64 // its address, 0 for none
	G      uint32

	Runs   bool // the goroutine that ran before could have gone on
	Yields bool // and offered its turn
	Ended  bool // the goroutine ended after the operation
	Failed bool // the test failed after the operation
	Guess  bool // it was made since a system call took long: the goroutine before may have come back
	Cut    bool // the run ended when the goroutine was about to do another operation
}

// parsePlaces reads the file of the places of n choices; a part that is missing at its end is left
// out.
func parsePlaces(b []byte, n int) (list []Place) {
	records, _ := boundary.Records[boundary.Place](b, n)
	for _, r := range records {
		has := func(flag boundary.PlaceFlags) bool { return r.Flags&flag != 0 }
		list = append(list, Place{
			Seq: r.Seq, Stack: r.Stack, Object: r.Object, G: r.G,
			Runs: has(boundary.PlaceRuns), Yields: has(boundary.PlaceYields), Ended: has(boundary.PlaceEnded), Failed: has(boundary.PlaceFailed),
			Cut: has(boundary.PlaceCut), Guess: has(boundary.PlaceGuess),
		})
	}
	return list
}

// ReadChoices reads the choices that the repetition of a run made, and a place for each of them.
// It is an error when the session dir has none of that target, or the run was another one.
func ReadChoices(dir string, t *record.Target) (*Trail, []Place, error) {
	b, err := regular.Read(filepath.Join(dir, "made."+t.ID), regular.Limit)
	if err != nil {
		return nil, nil, err
	}
	trail := ParseTrail(b)
	if t.Explored == nil || trail.Run != t.Explored.Run || trail.DivergedAt != 0 {
		return nil, nil, fmt.Errorf("the choices of %s are of another run; explore again", t.ID)
	}
	b, err = regular.Read(filepath.Join(dir, "places."+t.ID), regular.Limit)
	if err != nil {
		return nil, nil, err
	}
	list := parsePlaces(b, len(trail.Steps))
	trail.Steps = trail.Steps[:len(list)]
	return trail, list, nil
}

// makePlaces makes the file into which a repetition writes its places.
func (p *process) makePlaces() (env string, err error) {
	name := filepath.Join(p.dir, "places")
	f, err := os.Create(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return boundary.EnvPlaces + "=" + name, f.Truncate(int64(MaxChoices * boundary.Size[boundary.Place]()))
}

// keepMade keeps the choices of a repetition and their places in the session, for ReadChoices.
// Without them a report has no steps, and everything else.
func (p *process) keepMade(dir, id string) {
	b, err := readTrail(filepath.Join(p.dir, "trail"))
	if err != nil {
		return
	}
	f, err := os.Open(filepath.Join(p.dir, "places"))
	if err != nil {
		return
	}
	defer f.Close()
	places := make([]byte, len(ParseTrail(b).Steps)*boundary.Size[boundary.Place]())
	if _, err := f.ReadAt(places, 0); err != nil {
		return
	}
	if os.WriteFile(filepath.Join(dir, "made."+id), b, 0o600) == nil {
		_ = os.WriteFile(filepath.Join(dir, "places."+id), places, 0o600) // the reader misses it
	}
}
