# Needs Go 1.26 or later.
BIN := bin/umpire
EXAMPLE := examples/rifles-at-grenadiers.yaml
FUZZTIME ?= 20s

.PHONY: run test build lint bench fuzz race gen gen-check golangci ci clean

run: build
	$(BIN) resolve $(EXAMPLE) --seed 1870
	$(BIN) odds $(EXAMPLE)

test:
	go vet ./...
	go test ./...

build:
	go build -o $(BIN) ./cmd/umpire

lint:
	@out=$$(gofmt -l .); test -z "$$out" || { echo "not formatted:"; echo "$$out"; exit 1; }
	go vet ./...

bench:
	go test -run xxx -bench . ./...

fuzz:
	@for p in $$(go list ./...); do \
	  for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	    echo "$$p $$f"; go test -run xxx -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$p || exit 1; \
	  done; \
	done

race:
	go test -race ./dice/... ./procedure/... ./odds/... ./explain/... ./rulebook/...

# schema/ holds what `umpire schema` prints for every kind of engagement.
gen:
	go test ./schema -update

gen-check:
	go test -count=1 ./schema

# The first run builds the linter, which takes minutes.
golangci:
	go tool -modfile=tools/go.mod golangci-lint run

ci:
	bash .ci/run

clean:
	rm -rf bin
