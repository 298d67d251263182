package m

type store interface{ add(n int) }

type plain struct{ total int }

func (p *plain) add(n int) { p.total += n }

type other struct{ sum int }

func (o *other) add(s string) { o.sum += len(s) }

func fill(s store) {
	s.add(1)
}

func (p *plain) value() int { return p.total }
func (o *other) value() int { return o.sum }
