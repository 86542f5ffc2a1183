# Needs Go 1.26 or later.
BIN := bin/umpire
EXAMPLE := examples/rifles-at-grenadiers.yaml
FUZZTIME ?= 20s

.PHONY: run test build lint bench fuzz ci clean

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

ci:
	bash .ci/run

clean:
	rm -rf bin
