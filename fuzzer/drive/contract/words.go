package contract

import (
	"regexp"
	"slices"
	"strings"
)

// The parts of which the table is made.
const (
	must   = `(?:must|should|may|can|shall)`
	mustNo = `(?:(?:must|should|may|can|shall) (?:not|never)|cannot|(?:^|[,;:] |please |and |but )(?:do not|never))`
	verb   = `(?:be )?(?:safely )?(?:called|call|used|use|invoked|invoke|accessed|access|shared|share|run|executed|reused|reuse|touched|entered)`
	near   = `[^,;:.]{0,60}?`

	many = `(?:concurrent(?:ly)?|concurrency|(?:in )?parallel|simultaneous(?:ly)?|at the same time|multi-?threaded|` +
		`(?:multiple|several|different|many|two|more than one|other|separate) (?:go-? ?routines|threads))`
	safe = `(?:(?:concurrency|concurrent|threads?|go-? ?routines?)[- ]?safe|safe ` + near + `\b` + many + `)`

	once  = `(?:only|exactly|at most|just|no more than) once`
	again = `(?:more than once|twice|again|a second time|(?:multiple|several|many) times|repeatedly)`
	wrong = `(?:not (?:allowed|supported|permitted|safe|valid)|forbidden|prohibited|unsupported|unsafe|undefined|disallowed|an? (?:programming )?error|a bug|invalid|illegal)`
	ended = `(?:clos\w*|stop\w*|shut ?down|shutting down|quit\w*|releas\w*|freed?|destroy\w*|dispos\w*|cancel\w*|terminat\w*|(?-i:[A-Z])\w*)`
	hold  = `(?:hold|lock|(?:acquire|own|take|have) ` + near + `\b(?:lock|mutex|mu)\b)`
)

// A meaning is a way to say something.
type meaning struct {
	kind  Kind
	words *regexp.Regexp
}

func say(kind Kind, words string) meaning { return meaning{kind, regexp.MustCompile(`(?i)` + words)} }

// meanings is the table. Demands stand before promises.
var meanings = []meaning{
	say(Concurrent, `\b(?:not|never|nor|neither) (?:\w+ ){0,2}?`+safe),
	say(Concurrent, `\b(?:non|un|not)[- ]?(?:concurrency|thread|go-? ?routine)[- ]?safe\b|\b(?:thread|go-? ?routine)[- ]unsafe\b`),
	say(Concurrent, `\bunsafe `+near+`\b`+many),
	say(Concurrent, mustNo+` `+verb+`\b`+near+`\b`+many),
	say(Concurrent, `\b(?:does|do|is|are) not (?:support|allow|permit|protect|guard|synchroni[sz]ed|designed|meant|intended|suitable)\b`+near+`\b`+many),
	say(Concurrent, `\b(?:concurrent|simultaneous|parallel) `+near+`\b(?:is|are) `+wrong),
	say(Concurrent, `\b`+must+` (?:only )?`+verb+` (?:only )?(?:by|from|in|on|within) (?:only )?(?:one|a single|the same|just one) (?:go-? ?routine|thread)\b`),
	say(Concurrent, `\bonly (?:one|a single) (?:go-? ?routine|thread|caller) `+must+` `+verb),
	say(Concurrent, `\b(?:needs?|requires?|without|with) external (?:synchroni[sz]ation|locking)\b|\bmust (?:be )?synchroni[sz]ed? (?:externally|by the caller|access|calls)\b`),
	say(Concurrent, `\b(?:callers?|users?|you) (?:must|should|has to|have to|needs? to|(?:is|are) responsible for) (?:\w+ ){0,2}?(?:synchroni[sz]|serializ)`),
	say(Concurrent, `\b(?:callers?|users?|you) (?:must|should|has to|have to|needs? to) (?:already )?`+hold),
	say(Concurrent, `\b(?:must|should) (?:only )?be (?:called|used|invoked) (?:only )?(?:with|while|under)\b`+near+`\b(?:lock|mutex|mu|held|locked|holding)\b`),

	say(Again, `\b`+must+` (?:only )?`+verb+` (?:`+once+`|once)\b`),
	say(Again, `(?:^|[;,] )(?:call|use|run) \w+ `+once+`\b`),
	say(Again, mustNo+` `+verb+`\b(?: \w+)? `+again),
	say(Again, `\b(?:second|further|subsequent|repeated|multiple) calls? `+near+`\b(?:is|are) `+wrong),
	say(Again, `\bcalling `+near+again+` (?:is `+wrong+`|panics|deadlocks|blocks|causes|leads to|results in|has undefined|will panic)`),

	say(After, mustNo+` `+verb+`\b`+near+`\b(?:after|once)\b`+near+`\b`+ended+`\b`),
	say(After, `\b(?:after|once)\b`+near+`\b`+ended+`\b[^;:.]{0,60}?\b`+mustNo+` `+verb),
	say(After, `\bno (?:\w+ )?(?:methods?|calls?|functions?|operations?) `+must+` be (?:called|made|used|invoked|performed)\b`+near+`\b(?:after|once)\b`),
	say(After, `\b(?:is|are|becomes?) (?:`+wrong+`|unusable|(?:not|no longer) (?:usable|valid))\b`+near+`\b(?:after|once)\b`+near+`\b`+ended+`\b`),
	say(After, `\b(?:after|once)\b`+near+`\b`+ended+`\b[^;:.]{0,60}?\b(?:is|are|becomes?) (?:invalid|unusable|(?:not|no longer) (?:usable|valid))`),

	say(Zero, `\b(?:zero|empty) (?:value|\w+)`+near+`\bis (?:not (?:usable|valid|useful|safe|ready|meant|to be used|an? (?:valid|usable))|invalid|unusable|useless)`),
	say(Zero, mustNo+` (?:be )?(?:created?|construct\w*|instantiated?|initiali[sz]ed?|made|make|used?)\b`+near+`\b(?:directly|literal|zero value|by hand|without)\b`),
	say(Zero, `\b(?:must|should|has to|have to) (?:only )?be (?:created|constructed|made|initiali[sz]ed|obtained|instantiated|built) (?:only )?(?:with|by|via|using|through|from)\b`),

	say(Safe, `\b`+safe),
	say(Safe, `\b`+must+` (?:all |also |both |each |even )?`+verb+`\b`+near+`\b`+many),
}

var (
	// elsewhere, before the words, tells that they are about something else, or about one case of several.
	elsewhere = regexp.MustCompile(`(?i:\b(?:unlike\b.*\b(?:which|that)|instead of|if|unless|whether|although|though|to make|makes? (?:it|them)|wraps?|guards?)\b)|` +
		`\b(?:callbacks?|handlers?|hooks?|listeners?|fn|f|(?:given|passed|provided|supplied) func(?:tion)?)\b`)
	returned = regexp.MustCompile(`(?i)\b(?:returned|returns|result)\b`)
	// perEach, after the words, tells that "once" has another sense: so often for each of several things, or as soon as.
	perEach = regexp.MustCompile(`(?i)^(?:-| (?:per|for|every|each|an?|the|all|it|you|they|this|that|we|no|there)\b| \w+ (?:is|are|has|have|was|were)\b)`)
	// atLeast, anywhere, makes a demand harmless.
	atLeast = regexp.MustCompile(`(?i)\bat least once\b|\bnot (?:only|just|merely)\b`)
	name    = regexp.MustCompile(`\b[A-Z]\w*(?:\.[A-Z]\w*)?\b`)

	contractions = strings.NewReplacer("can’t", "cannot", "can't", "cannot", "n't ", " not ", "n’t ", " not ", "can not", "cannot", "`", "", "[", "", "]", "", `"`, "", "*", "")
)

// Of are the demands and promises of a sentence, at most one of a kind.
func Of(text string) (list []Demand) {
	plain := contractions.Replace(text)
	for _, m := range meanings {
		at := m.words.FindStringIndex(plain)
		if at == nil || slices.ContainsFunc(list, func(d Demand) bool { return d.Kind == m.kind || m.kind == Safe && d.Kind == Concurrent }) {
			continue
		}
		before, after := plain[:at[0]], plain[at[1]:]
		if elsewhere.MatchString(before) || m.kind != Safe && atLeast.MatchString(plain) || m.kind == Again && perEach.MatchString(after) {
			continue
		}
		list = append(list, Demand{
			Kind: m.kind, Text: text, Names: name.FindAllString(before, -1), Then: name.FindAllString(plain[at[0]:], -1), Result: returned.MatchString(before),
		})
	}
	return list
}
