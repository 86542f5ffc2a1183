module umpire

go 1.26.0

require (
	github.com/alecthomas/kong v1.17.0
	github.com/goccy/go-yaml v1.19.2
	golang.org/x/text v0.44.0
	pgregory.net/rapid v1.3.0
)
