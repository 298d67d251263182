package boundary

// A Fault is a place at which a text is none of its kind. It is an error.
type Fault struct {
	Line   int // from 1
	Column int // in bytes, from 1
	Wants  string
}

// Error names the place and the text that it should have.
func (f *Fault) Error() string {
	return "line " + number(f.Line) + ", column " + number(f.Column) + ": " + f.Wants + " should be here"
}

func number(n int) string {
	var b [20]byte
	c := Writer(b[:])
	c.putDecimal(n)
	return string(b[:c.n])
}

// Append appends a line to a text.
func Append(text []byte, l Line) []byte {
	for room := 256; ; room *= 2 {
		b := make([]byte, room)
		c := Writer(b)
		l.Fields(&c)
		if n := c.End(0); n > 0 {
			return append(text, b[:n]...)
		}
	}
}

// Read hands the lines of a text to take. kinds makes an empty line for each word that the text
// may have. A last line without an end is left out, since its writer may not have come to it. The
// error is a *[Fault], and take has had all lines before it.
func Read(text string, kinds []func() Line, take func(Line)) error {
	for at := 1; ; at++ {
		n := find(text, '\n')
		if n == len(text) {
			return nil
		}
		l, f := readLine(text[:n], kinds)
		if f != nil {
			f.Line = at
			return f
		}
		text = text[n+1:]
		if d, last := l.(*Dump); last {
			d.Text, text = text, ""
		}
		take(l)
	}
}

// ReadOne reads a text that is a line, with or without an end.
func ReadOne(text string, l Line) error {
	n := find(text, '\n')
	if n+1 < len(text) {
		return &Fault{Line: 2, Column: 1, Wants: "the end"}
	}
	if _, f := fill(text[:n], l); f != nil {
		f.Line = 1
		return f
	}
	return nil
}

func readLine(text string, kinds []func() Line) (Line, *Fault) {
	for _, kind := range kinds {
		l := kind()
		if other, f := fill(text, l); !other {
			return l, f
		}
	}
	return nil, &Fault{Column: 1, Wants: "a word of this file"}
}

// fill reads a line into l. other reports whether it has another word.
func fill(text string, l Line) (other bool, f *Fault) {
	c := Codec{text: []byte(text), reads: true}
	l.Fields(&c)
	if c.wants == "" && c.n < len(c.text) {
		c.fail(c.n, "the end of the line")
	}
	if c.wants != "" {
		return c.other, &Fault{Column: c.n + 1, Wants: c.wants}
	}
	return false, nil
}

// find is where a byte is, or the length of the text.
func find(text string, b byte) int {
	for i := 0; i < len(text); i++ {
		if text[i] == b {
			return i
		}
	}
	return len(text)
}

// fail keeps the first place that is wrong; nothing after it is read.
func (c *Codec) fail(at int, wants string) {
	if c.wants == "" {
		c.n, c.wants = at, wants
	}
}

// has takes a text if it comes next.
func (c *Codec) has(s string) bool {
	if len(c.text)-c.n < len(s) || string(c.text[c.n:c.n+len(s)]) != s {
		return false
	}
	c.n += len(s)
	return true
}

// hex takes a hexadecimal number as it is written: without zeros in front.
func (c *Codec) hex(wants string) (v uint64, ok bool) {
	if c.wants != "" {
		return 0, false
	}
	at := c.n
	for ; c.n < len(c.text); c.n++ {
		d := find(digits, c.text[c.n])
		if d == len(digits) {
			break
		}
		if c.n > at && v == 0 || v>>60 != 0 {
			c.fail(at, wants)
			return 0, false
		}
		v = v<<4 | uint64(d)
	}
	if c.n == at {
		c.fail(at, wants)
	}
	return v, c.n > at
}

// decimal takes a decimal number as it is written.
func (c *Codec) decimal() (v int, ok bool) {
	if c.wants != "" {
		return 0, false
	}
	at, most := c.n, uint64(1<<63-1)
	negative := c.has("-")
	if negative {
		most++
	}
	first, u := c.n, uint64(0)
	for ; c.n < len(c.text) && c.text[c.n]-'0' < 10; c.n++ {
		d := uint64(c.text[c.n] - '0')
		if c.n > first && u == 0 || u > (most-d)/10 {
			c.fail(at, "a decimal number")
			return 0, false
		}
		u = u*10 + d
	}
	if c.n == first || negative && u == 0 {
		c.fail(at, "a decimal number")
		return 0, false
	}
	if negative {
		u = -u
	}
	return int(u), true
}

func (c *Codec) readText(v *string) {
	if c.wants != "" {
		return
	}
	var b []byte
	for c.n < len(c.text) && c.text[c.n] != ' ' {
		x := c.text[c.n]
		switch {
		case x < ' ' || x >= 0x7f:
			c.fail(c.n, "a text")
			return
		case x == '%':
			at := c.n
			if x, c.n = c.escaped(); c.n == at {
				c.fail(at, "% and two hexadecimal digits")
				return
			}
		default:
			c.n++
		}
		b = append(b, x)
	}
	*v = string(b)
}

// escaped is the byte after a %, and where the text goes on; there it has not moved when
// the byte is none that is written so.
func (c *Codec) escaped() (b byte, next int) {
	if c.n+2 >= len(c.text) {
		return 0, c.n
	}
	high, low := find(digits, c.text[c.n+1]), find(digits, c.text[c.n+2])
	if high == len(digits) || low == len(digits) {
		return 0, c.n
	}
	b = byte(high<<4 | low)
	if b > ' ' && b != '%' && b < 0x7f {
		return 0, c.n
	}
	return b, c.n + 3
}
