// Writes to an in-memory database until compactor 0, finding another level 0
// compaction under way, tries one from level 0 to level 0: it reads the lock of
// that level twice, while memtable flushes write it.
package main

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"os"
	"time"

	"github.com/dgraph-io/badger/v3"
	"github.com/dgraph-io/badger/v3/options"
)

func main() {
	// One table in level 0 is enough to compact it, and slow compression keeps
	// a compaction under way at most ticks of compactor 0.
	db, err := badger.Open(badger.DefaultOptions("").
		WithInMemory(true).
		WithLoggingLevel(badger.ERROR).
		WithMemTableSize(256 << 10).
		WithValueThreshold(16 << 10).
		WithNumLevelZeroTables(1).
		WithNumLevelZeroTablesStall(100).
		WithNumCompactors(5).
		WithCompression(options.ZSTD).
		WithZSTDCompressionLevel(9))
	check(err)

	rng := rand.New(rand.NewSource(1))
	value := make([]byte, 1<<10)
	// The compactors start within a second.
	for end := time.Now().Add(1700 * time.Millisecond); time.Now().Before(end); {
		check(db.Update(func(txn *badger.Txn) error {
			for range 20 {
				key := binary.BigEndian.AppendUint64(nil, rng.Uint64())
				rng.Read(value)
				if err := txn.Set(key, append([]byte(nil), value...)); err != nil {
					return err
				}
			}
			return nil
		}))
		time.Sleep(5 * time.Millisecond)
	}
	check(db.Close())
	fmt.Println("PASS")
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}
