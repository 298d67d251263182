package local

// A class is objects that may be reached by the same values.
type class struct {
	parent  *class
	content *class   // of the objects that their fields and elements point to, nil while it was not asked for
	escapes bool     // given to others by the function itself, or by its callees
	callees []*class // classes of called functions that stand for these objects, or for some
	reached bool     // by another goroutine, in the end
}

func (c *class) find() *class {
	for c.parent != nil {
		if c.parent.parent != nil {
			c.parent = c.parent.parent
		}
		c = c.parent
	}
	return c
}

// inside is the class of the contents of the objects.
func (c *class) inside() *class {
	c = c.find()
	if c.content == nil {
		c.content = &class{}
	}
	return c.content.find()
}

// deepen marks what is in a class that escapes.
func (c *class) deepen() {
	done := map[*class]bool{}
	for c = c.find(); c.escapes && c.content != nil && !done[c]; c = c.content.find() {
		done[c] = true
		c.content.find().escapes = true
	}
}

// union makes two classes one. Either may be nil, for values that point to nothing.
func union(a, b *class) {
	for a != nil && b != nil {
		a, b = a.find(), b.find()
		if a == b {
			return
		}
		b.parent = a
		a.escapes = a.escapes || b.escapes
		a.callees = append(a.callees, b.callees...)
		inB := b.content
		b.content, b.callees = nil, nil
		if a.content == nil {
			a.content = inB
			return
		}
		a, b = a.content, inB
	}
}

// spread marks the classes that another goroutine can reach, from those that escape.
func spread(todo []*class) {
	for len(todo) > 0 {
		c := todo[len(todo)-1].find()
		todo = todo[:len(todo)-1]
		if c.reached {
			continue
		}
		c.reached = true
		todo = append(todo, c.callees...)
		if c.content != nil {
			todo = append(todo, c.content)
		}
	}
}

// A copying is the copy that a caller makes of classes of a called function.
type copying map[*class]*class

func (m copying) of(c *class) *class {
	if c == nil {
		return nil
	}
	c = c.find()
	if to := m[c]; to != nil {
		return to
	}
	to := &class{escapes: c.escapes, callees: []*class{c}}
	m[c] = to
	if c.content != nil {
		to.content = m.of(c.content)
	}
	return to
}
