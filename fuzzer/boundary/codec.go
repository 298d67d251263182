package boundary

import "unsafe"

// A Line is a line of a text file: a word, and fields with names. Its method Fields is its
// only description. The method calls the codec for the word and for each field, both to write the
// line and to read it.
type Line interface{ Fields(c *Codec) }

// A Codec writes a line, or reads one. Numbers without a sign are hexadecimal. In a text each byte
// that could end a field is written as % and two digits.
//
// Package runtime writes where no write barrier is allowed: the room is the caller's, and
// only a number moves.
type Codec struct {
	text  []byte // the room, or the line that is read, without its end
	n     int    // bytes written or read
	reads bool
	short bool   // the room was too small
	wants string // the text that should have been at n, "" when all was read
	other bool   // the line has another word
}

// Writer returns a codec that writes lines into a room.
//
//go:norace
func Writer(room []byte) Codec { return Codec{text: room} }

// Word begins the line.
//
//go:norace
func (c *Codec) Word(word string) {
	if !c.reads {
		c.put(word)
		return
	}
	if !c.has(word) || c.n < len(c.text) && c.text[c.n] != ' ' {
		c.other = true
		c.fail(0, word)
	}
}

// End ends a line that was written, and returns how many bytes all lines have so far. A line
// that has no room is left out.
//
//go:norace
func (c *Codec) End(before int) int {
	if c.putByte('\n'); c.short {
		c.n, c.short = before, false
	}
	return c.n
}

// Uint is a field without a sign.
//
//go:norace
func (c *Codec) Uint(name string, v *uint64) {
	if c.name(name); c.reads {
		if u, ok := c.hex("a hexadecimal number"); ok {
			*v = u
		}
		return
	}
	c.putHex(*v)
}

// Byte is a field of eight bits.
//
//go:norace
func (c *Codec) Byte(name string, v *uint8) {
	if c.name(name); c.reads {
		at := c.n
		if u, ok := c.hex("a hexadecimal number"); ok && u > 0xff {
			c.fail(at, "a number of eight bits")
		} else if ok {
			*v = uint8(u)
		}
		return
	}
	c.putHex(uint64(*v))
}

// Int is a field with a sign, in decimal.
//
//go:norace
func (c *Codec) Int(name string, v *int) {
	if c.name(name); c.reads {
		if i, ok := c.decimal(); ok {
			*v = i
		}
		return
	}
	c.putDecimal(*v)
}

// Bool is a field that is true or false.
//
//go:norace
func (c *Codec) Bool(name string, v *bool) {
	c.name(name)
	switch {
	case !c.reads && *v:
		c.put("true")
	case !c.reads:
		c.put("false")
	case c.wants != "":
	case c.has("true"):
		*v = true
	case c.has("false"):
		*v = false
	default:
		c.fail(c.n, "true or false")
	}
}

// Float is a field with all bits of its number.
//
//go:norace
func (c *Codec) Float(name string, v *float64) { c.Uint(name, (*uint64)(unsafe.Pointer(v))) }

// Text is a field of any bytes. Reading one allocates.
//
//go:norace
func (c *Codec) Text(name string, v *string) {
	c.name(name)
	if c.reads {
		c.readText(v)
		return
	}
	for i := 0; i < len(*v); i++ {
		if b := (*v)[i]; b <= ' ' || b == '%' || b >= 0x7f {
			c.putByte('%')
			c.putByte(digits[b>>4])
			c.putByte(digits[b&15])
		} else {
			c.putByte(b)
		}
	}
}

const digits = "0123456789abcdef"

// name stands before a value.
//
//go:norace
func (c *Codec) name(name string) {
	if c.reads {
		at := c.n
		if c.wants == "" && !(c.has(" ") && c.has(name) && c.has("=")) {
			c.fail(at, name+"=")
		}
		return
	}
	c.putByte(' ')
	c.put(name)
	c.putByte('=')
}

//go:norace
func (c *Codec) put(s string) {
	for i := 0; i < len(s); i++ {
		c.putByte(s[i])
	}
}

//go:norace
func (c *Codec) putByte(b byte) {
	if c.n >= len(c.text) {
		c.short = true
		return
	}
	c.text[c.n] = b
	c.n++
}

//go:norace
func (c *Codec) putHex(v uint64) {
	shift := 60
	for shift > 0 && v>>shift == 0 {
		shift -= 4
	}
	for ; shift >= 0; shift -= 4 {
		c.putByte(digits[v>>shift&15])
	}
}

//go:norace
func (c *Codec) putDecimal(v int) {
	u := uint64(v)
	if v < 0 {
		c.putByte('-')
		u = -u
	}
	unit := uint64(1)
	for u/unit >= 10 {
		unit *= 10
	}
	for ; unit > 0; unit /= 10 {
		c.putByte('0' + byte(u/unit%10))
	}
}
