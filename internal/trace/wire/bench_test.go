package wire

import (
	"bytes"
	"io"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

const benchEvents = 1 << 20

// benchChunks spreads events over ps streams in runs, as scheduling does.
func benchChunks(ps, run int) []chunk {
	open := make([]chunk, ps)
	for p := range open {
		open[p].p = uint32(p)
	}
	for i := range benchEvents {
		c := &open[i/run%ps]
		c.records = append(c.records, trace.Event{Seq: uint64(i), G: trace.G(c.p), Op: trace.OpLock, Obj: 0x1000, Arg: 5})
	}
	return open
}

func benchmarkRead(b *testing.B, ps, run int) {
	data := file(benchChunks(ps, run)...)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		r, err := NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			b.Fatal(err)
		}
		for r.Next() {
		}
		if r.Err() != nil {
			b.Fatal(r.Err())
		}
	}
	perSecond(b)
}

func perSecond(b *testing.B) {
	b.ReportMetric(float64(b.N)*benchEvents/b.Elapsed().Seconds()/1e6, "Mrec/s")
}

func BenchmarkReader1(b *testing.B)        { benchmarkRead(b, 1, 1) }
func BenchmarkReader8Runs(b *testing.B)    { benchmarkRead(b, 8, 20) }
func BenchmarkReader8NoRuns(b *testing.B)  { benchmarkRead(b, 8, 1) }
func BenchmarkReader64NoRuns(b *testing.B) { benchmarkRead(b, 64, 1) }

func benchTrace() *trace.Trace {
	tr := trace.New()
	tr.Events = benchChunks(1, 1)[0].records
	return tr
}

func BenchmarkRead(b *testing.B) {
	data := file(benchChunks(8, 20)...)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Read(bytes.NewReader(data), int64(len(data))); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b)
}

func BenchmarkWrite(b *testing.B) {
	tr := benchTrace()
	for b.Loop() {
		if err := Write(io.Discard, tr); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b)
}

func BenchmarkWriteText(b *testing.B) {
	tr := benchTrace()
	for b.Loop() {
		if err := WriteText(io.Discard, tr); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b)
}

func BenchmarkReadText(b *testing.B) {
	var txt bytes.Buffer
	if err := WriteText(&txt, benchTrace()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := ReadText(bytes.NewReader(txt.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b)
}

// BenchmarkChecksum is what the recorder pays too: it computes the same sum.
func BenchmarkChecksum(b *testing.B) {
	payload := make([]trace.Event, blockRecords)
	b.SetBytes(blockRecords * trace.RecordSize)
	for b.Loop() {
		checksum(1, payload)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*blockRecords), "ns/record")
}
