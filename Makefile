# Needs Go 1.26 or later; `race` needs a C compiler as well.
BIN := bin/umpire
EXAMPLE := examples/rifles-at-grenadiers.yaml
FUZZTIME ?= 20s
KERNEL := ./dice ./rulebook ./explain ./procedure ./odds

.PHONY: run test build lint bench fuzz race gen gen-check ci clean

run: build
	$(BIN) resolve $(EXAMPLE) --seed 1870
	$(BIN) odds $(EXAMPLE)

test:
	go test ./...

build:
	go build -o $(BIN) ./cmd/umpire

# The first run builds golangci-lint, which takes a minute or two.
lint:
	@out=$$(gofmt -l .); test -z "$$out" || { echo "not formatted:"; echo "$$out"; exit 1; }
	go mod tidy -diff
	go vet ./...
	go tool -modfile=tools/go.mod golangci-lint run

bench:
	go test -run '^$$' -bench . ./...

# Every fuzz target for FUZZTIME.
fuzz:
	@for f in $$(grep -rl --include='*_test.go' '^func Fuzz' .); do \
	  for t in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/p' $$f); do \
	    echo "$$f: $$t"; \
	    go test -run '^$$' -fuzz "^$$t\$$" -fuzztime $(FUZZTIME) $$(dirname $$f) || exit 1; \
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
