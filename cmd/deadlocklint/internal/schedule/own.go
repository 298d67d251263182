package schedule

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/seal"
)

// SignExplored is the text of an explored schedule, with the seal of this user.
func SignExplored(s *explorer.Schedule) []byte {
	s.Seal = seal.Blank
	return sign(s.Format())
}

// sign puts the seal of this user into the text of a schedule, in the place of its one
// [seal.Blank]. Without a key the text is as one from elsewhere.
func sign(text []byte) []byte {
	key, err := key()
	if err != nil {
		return text
	}
	return seal.Sign(key, text)
}

// isOwn reports whether this user wrote the text of a schedule on this machine, and it was not changed.
func isOwn(text []byte, mark string) bool {
	key, err := key()
	return err == nil && seal.Holds(key, text, mark)
}

func key() ([]byte, error) {
	cache, err := goroot.CacheDir()
	if err != nil {
		return nil, err
	}
	return seal.Key(cache)
}

// OfExplored has what a replay of an explored schedule executes, to be allowed as that of a
// confirmed finding is. The text is that of the file, and module the path of the main module.
func OfExplored(s *explorer.Schedule, text []byte, module string) *Schedule {
	return &Schedule{
		Module: module, Package: s.Package, Test: true, Dir: s.Dir, Prefix: s.Prefix,
		Replay: Build{Kind: KindTest, Build: s.Build}, own: isOwn(text, s.Seal),
	}
}
