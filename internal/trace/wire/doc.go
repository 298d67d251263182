// Package wire reads and writes traces in two forms: the binary records of the
// recorder inside a program, and text that people read and edit. Both forms carry
// the same version and the same values.
//
// # How a datum flows
//
//	file ──index──▶ chunks by processor ──stream──▶ records ──Reader──▶ events by Seq
//	                                                   └─────tables───▶ texts, stacks, types
//
// [Reader] merges the streams of all processors, and holds one block of each. [Read]
// collects everything into a [trace.Trace]. [Write] is the canonical encoding:
// definitions first, one processor.
//
// The package validates the form only. An unlock without a lock is read like any
// other event; [trace.Check] judges it.
//
// # The binary form
//
// All numbers are little-endian. A file is a header and chunks:
//
//	file header  16 bytes  magic "DLTRACE\n", version uint32 = 1, zero uint32
//	chunk header 16 bytes  magic uint32 "DLCK", p uint32, n uint32, checksum uint32
//	payload       n bytes  records of 32 bytes, at most 4096
//
// The chunks with the same p (a processor of the Go scheduler), in the order
// of the file, are the stream of p. A record has the layout of trace.Event:
//
//	Seq uint64, Obj uint64, Arg uint64, G uint32, Aux uint16, Op uint8, Flag uint8
//
// Within a stream the Seq of events does not descend; definitions have none.
// A definition may come from any stream, after the event that refers to it,
// and more than once: the first one counts. Those that span several records
// stay in one stream:
//
//	text   OpText, then Arg bytes padded with zeros to whole records
//	stack  OpStack per program counter, innermost first, Aux 0, 1, ..., FlagLast on the last;
//	       the counter 0 stands for no frame
//	frame  OpFrame per inlined function, innermost first, Aux 0, 1, ..., FlagLast on the last,
//	       each followed by its OpFrameLine
//	places OpStackAbs per kind of place
//	type   OpType, and an OpField for each lock in it
//
// A definition that is not complete is left out; a program counter that no frame
// defined becomes a frame that shows its number. Texts that only definitions
// refer to are not in Trace.Texts.
//
// # The text form
//
// One line is one event or one definition. Words are separated by blanks; a
// word that is empty or holds a blank, a quotation mark or something
// unprintable is quoted as in Go. Empty lines and lines that begin with # are
// comments. The first line names the form and its version:
//
//	deadlocklint trace 1
//	header go=go1.26.8
//	type 0x1 size=16 example.com/p.T
//	field 0x1 offset=8 kind=mutex p.T|.mu|sync.Mutex
//	text 0x2 "TestTransfer/both ways"
//	stack 0x3
//	frame example.com/p.(*T).Lock /src/p/t.go 12
//	frame main.main "/src/my prog/main.go" 7
//	places 0x3 0xa1 0xb2 0xc3
//	1 g1 test text=0x2
//	2 g1 go g2 stack=0x3
//	3 g1 lock 0xc000012008 stack=0x3
//	4 g2 tryfail 0xc000012008 stack=0x3 flags=read,rw
//	5 g2 wgadd 0xc000012010 n=-1
//	6 g1 unlock 0xc000012008
//
// An event is written
//
//	SEQ gG OP [OBJ] [ARG] [aux=N] [flags=NAME,...]
//
// OP is a name of the table in package trace. OBJ is hexadecimal, or gN for a
// goroutine. ARG is stack=ID, g=N, n=NUMBER, text=ID, type=ID or arg=NUMBER, by the
// kind the table gives. A field that is zero is left out. A field line belongs to the
// type of that number. A frame line belongs to the stack above it. A places line has
// the hashes of a stack's site, chain and receivers.
//
// # Versions and damage
//
// A file that is no trace, or has a newer version, is an error. A file that
// breaks off or makes no sense from some offset on is a trace with
// Trace.Damage set: everything before that offset is kept.
//
// A chunk whose checksum is wrong is damaged from its first byte on. A last chunk that
// breaks off is read as far as it goes, since its checksum says nothing about it.
//
// Records after the damage are not used, although they could be found. Without the
// lost events, goroutines would seem to hold locks that they released, and predictions
// from such locks would be wrong.
package wire
