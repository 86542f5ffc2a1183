// Command umpire judges the combat of tabletop wargames.
package main

import (
	"context"
	"os"
	"os/signal"

	"umpire/internal/cli"
)

func main() { os.Exit(run()) }

// run returns the exit status.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	info, err := os.Stdout.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return cli.Run(ctx, os.Args[1:], cli.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Getenv, Terminal: terminal})
}
