module github.com/deadlocklint/deadlocklint/script/ci/action

go 1.26.0

require (
	golang.org/x/mod v0.42.0
	gopkg.in/yaml.v3 v3.0.1
)
