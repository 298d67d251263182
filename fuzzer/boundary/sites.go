package boundary

// A Letter tells an operation at a place that is forced. No letter is a hexadecimal digit.
type Letter byte

// The letters.
const (
	LetterRead       Letter = 'r' // of plain memory
	LetterWrite      Letter = 'w'
	LetterLock       Letter = 'l'
	LetterRLock      Letter = 'k'
	LetterSend       Letter = 's'
	LetterReceive    Letter = 'v'
	LetterClose      Letter = 'z'
	LetterWait       Letter = 'p' // of a condition variable
	LetterSignal     Letter = 'n'
	LetterBroadcast  Letter = 'q'
	LetterWGAdd      Letter = 'A'
	LetterWGWait     Letter = 'W'
	LetterAtomic     Letter = 'x' // any operation of sync/atomic
	LetterAtomicLoad Letter = 'i'
	LetterAtomicPut  Letter = 'o' // it stores, and does not look
	LetterAtomicSwap Letter = 'y' // any other one
	LetterMap        Letter = 'm' // any operation of a sync.Map, or len of a channel
	LetterMapLoad    Letter = 'g'
	LetterMapPut     Letter = 'h'
	LetterMapSwap    Letter = 'j'
	LetterTestEnd    Letter = 't'
	LetterTestUse    Letter = 'u'
)

const letters = "rwlksvzpnqAWxioymghjtu"

// Sites are the places of accesses that a strategy forces, see EnvSites.
type Sites struct {
	Lists     [3][]Site // the first accesses, the second ones, and those at which a block begins that a second one ends
	AnyObject bool      // the block begins at any object, else at that of its end
}

// A Site is an operation at a place.
type Site struct {
	Letter Letter
	Hash   uint64 // of the place, 0 for any
}

// String is the text that ParseSites reads: sites with commas between them, and semicolons between lists.
func (s Sites) String() string {
	text := make([]byte, 0, 256)
	last := len(s.Lists) - 1
	for last > 0 && len(s.Lists[last]) == 0 {
		last--
	}
	for i, list := range s.Lists[:last+1] {
		if i > 0 {
			text = append(text, ';')
		}
		for k, site := range list {
			if k > 0 {
				text = append(text, ',')
			}
			var room [17]byte
			c := Writer(room[:])
			c.putByte(byte(site.Letter))
			c.putHex(site.Hash)
			text = append(text, room[:c.n]...)
		}
	}
	if s.AnyObject {
		text = append(text, '*')
	}
	return string(text)
}

// ParseSites reads the text of sites. The error is a *[Fault].
func ParseSites(text string) (s Sites, err error) {
	c := Codec{text: []byte(text), reads: true}
	for i := range s.Lists {
		if i > 0 && !c.has(";") {
			break
		}
		if s.Lists[i], err = c.sites(); err != nil {
			return Sites{}, err
		}
	}
	s.AnyObject = c.has("*")
	if c.n < len(text) {
		return Sites{}, &Fault{Line: 1, Column: c.n + 1, Wants: "the end of the places"}
	}
	return s, nil
}

// sites takes a list.
func (c *Codec) sites() (list []Site, err error) {
	if c.n == len(c.text) || c.text[c.n] == ';' || c.text[c.n] == '*' {
		return nil, nil
	}
	for {
		s, err := c.site()
		if err != nil {
			return nil, err
		}
		if list = append(list, s); !c.has(",") {
			return list, nil
		}
	}
}

// site takes a site.
func (c *Codec) site() (s Site, err error) {
	if c.n == len(c.text) || find(letters, c.text[c.n]) == len(letters) {
		return s, &Fault{Line: 1, Column: c.n + 1, Wants: "a letter of an operation"}
	}
	s.Letter = Letter(c.text[c.n])
	c.n++
	var ok bool
	if s.Hash, ok = c.hex("a place in hexadecimal"); !ok {
		return s, &Fault{Line: 1, Column: c.n + 1, Wants: c.wants}
	}
	return s, nil
}
