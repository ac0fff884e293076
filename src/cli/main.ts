#!/usr/bin/env node
// The entry of the command line. The help is a text that was made before, so that it comes at once.
import { readFileSync } from 'node:fs';
import { CommandError, EXIT } from './output.js';

// A reader that went away must not end a session in the middle: its orders come first.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const words = process.argv.slice(2);

try {
  if (words.length === 1 && ['--help', '-h', 'help'].includes(words[0] ?? '')) {
    process.stdout.write(readFileSync(new URL('./assets/help.txt', import.meta.url)));
  } else {
    const { runCommandLine } = await import('./parser.js');
    process.exitCode = await runCommandLine(words);
  }
} catch (error) {
  if (error instanceof CommandError) {
    if (error.message !== '') process.stderr.write(`${error.message}\n`);
    process.exitCode = error.exitCode;
  } else {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`weir: a bug in Weir, please report it:\n${text}\n`);
    process.exitCode = EXIT.bug;
  }
}
