#!/usr/bin/env node
// The entry of the command line. The help is a text that was made before, so that it comes at once:
// nothing else is loaded for it.
import { readFileSync } from 'node:fs';

// A reader that went away must not end a session in the middle: its orders come first.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const words = process.argv.slice(2);

if (words.length === 1 && ['--help', '-h', 'help'].includes(words[0] ?? '')) {
  process.stdout.write(readFileSync(new URL('./assets/help.txt', import.meta.url)));
} else {
  const { runToExitCode } = await import('./exit.js');
  process.exitCode = await runToExitCode(words);
}
