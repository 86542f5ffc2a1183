# Needs Go 1.26 or later, and make.
BIN      := bin/umpire
EXAMPLE  := examples/rifles-at-grenadiers.yaml
FUZZTIME ?= 20s
KERNEL   := ./dice/... ./rulebook/... ./explain/... ./procedure/... ./odds/... ./table/... ./system ./casebook/... ./internal/...
LINT     := go tool -modfile=tools/go.mod golangci-lint

.PHONY: run test build lint bench fuzz race gen gen-check ci clean

# The example with a fixed seed, its exact odds, and what both cost.
run: build
	$(BIN) resolve $(EXAMPLE) --seed 1870
	$(BIN) odds $(EXAMPLE)
	@go test -run '^$$' -bench '^BenchmarkExample$$' ./examples | grep -E '^BenchmarkExample/'

test:
	go vet ./...
	go test ./...

build:
	go build -o $(BIN) ./cmd/umpire

# The first run builds the linter, which takes a few minutes.
lint:
	$(LINT) run

bench:
	go test -run '^$$' -bench . ./...

fuzz:
	@set -e; for p in $$(go list ./...); do \
	  for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz' || true); do \
	    echo "$$p $$f"; go test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$p; \
	  done; \
	done

race:
	go test -race $(KERNEL)

# schema/ holds what `umpire schema` prints for every kind of engagement.
gen:
	go test ./schema -update

gen-check:
	go test -count=1 ./schema

ci:
	bash .ci/run

clean:
	rm -rf bin
