#!/usr/bin/env node
// The entry of the command line. The help is a text that was made before, so that it comes at once:
// nothing else is loaded for it. All else comes from one file that the build made of the modules.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

type Commands = typeof import('./exit.js');
type Bundle = (require: NodeJS.Require, filename: string) => Commands;

// A reader that went away must not end a session in the middle: its orders come first.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const words = process.argv.slice(2);

if (words.length === 1 && ['--help', '-h', 'help'].includes(words[0] ?? '')) {
  process.stdout.write(readFileSync(new URL('./assets/help.txt', import.meta.url)));
} else {
  process.exitCode = await loadCommands().runToExitCode(words);
}

/** The modules behind `exit.ts`, with what an engine like this one compiled of them before. */
function loadCommands(): Commands {
  const file = fileURLToPath(new URL('../../weir.cjs', import.meta.url));
  const source = readFileSync(file, 'latin1');
  const cachedData = existsSync(`${file}.cache`) ? readFileSync(`${file}.cache`) : undefined;
  const script = new Script(source, { filename: file, cachedData });
  const bundle = script.runInThisContext() as Bundle;
  return bundle(createRequire(file), file);
}
