#!/usr/bin/env node
// The entry of the command line. The help is a text that was made before, so that it comes at once:
// nothing else is loaded for it. All else comes from one file that the build made of the modules.
// CommonJS, because Node's loader of modules alone would take a tenth of an empty Node's start.
const since = performance.now();
const { existsSync, fstatSync, readFileSync, writeSync } = process.getBuiltinModule('node:fs');
const path = process.getBuiltinModule('node:path');
const { Script } = process.getBuiltinModule('node:vm');

/** The exports of `exit.ts`. */
interface Commands {
  runToExitCode(words: readonly string[], ownsProcess: boolean, first?: unknown): Promise<number>;
}

/** The export of `kill/latch-first.ts`. */
interface Latching {
  latchFirst(words: readonly string[], since: number): unknown;
}

type Bundle = (require: NodeJS.Require, filename: string) => unknown;

// A reader that went away must not end a session in the middle: its orders come first.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
watchOutput();

const words = process.argv.slice(2);

if (words.length === 1 && ['--help', '-h', 'help'].includes(words[0] ?? '')) {
  process.stdout.write(readFileSync(path.join(__dirname, 'assets', 'help.txt')));
} else {
  const first = words[0] === 'kill' ? latchFirst() : undefined;
  void loadCommands(words[0])
    // A kill runs no strategy, and is in a hurry.
    .runToExitCode(words, words[0] !== 'kill', first)
    .then((exitCode) => {
      process.exitCode = exitCode;
    });
}

/** A kill latches its halt before what the rest of it needs is loaded, which tries once more. */
function latchFirst(): unknown {
  try {
    return (load('weir-latch.cjs') as Latching).latchFirst(words.slice(1), since);
  } catch {
    return undefined;
  }
}

/**
 * The modules behind `exit.ts`, with what an engine like this one compiled of them before: those of
 * one command, where it has a file of its own, or of all.
 */
function loadCommands(command = ''): Commands {
  const dist = path.join(__dirname, '..', '..');
  // tools/setup/bundle.mjs says which those are.
  const own = `weir-${command}.cjs`;
  const hasOwn = /^[a-z]+$/.test(command) && existsSync(path.join(dist, own));
  return load(hasOwn ? own : 'weir.cjs') as Commands;
}

function load(name: string): unknown {
  const file = path.join(__dirname, '..', '..', name);
  const source = readFileSync(file, 'latin1');
  const cachedData = existsSync(`${file}.cache`) ? readFileSync(`${file}.cache`) : undefined;
  const script = new Script(source, { filename: `dist/${name}`, cachedData });
  const bundle = script.runInThisContext() as Bundle;
  return bundle(require, file);
}

/**
 * Ends the process with exit code 1 and the cause where what it printed did not arrive, whoever
 * printed it. A reader that closed its pipe has what it wanted.
 */
function watchOutput(): void {
  const { stdout } = process;
  // Node takes a short write to a file, as on a full disk, for a whole one.
  const isFile = !stdout.isTTY && (fstatSync(1).isFile() || fstatSync(1).isCharacterDevice());
  if (isFile) stdout._write = writeWhole;
  let failure: NodeJS.ErrnoException | undefined;
  stdout.on('error', (error) => {
    failure ??= error;
  });
  process.on('exit', () => {
    const error: NodeJS.ErrnoException | null = failure ?? stdout.errored;
    if (error === null || error.code === 'EPIPE') return;
    const cause = `cannot write to stdout: ${error.message}; the output is not complete`;
    process.stderr.write(`${cause}\n`);
    if ((process.exitCode ?? 0) === 0) process.exitCode = 1;
  });
}

function writeWhole(chunk: Buffer, _: string, done: (error?: Error) => void): void {
  try {
    for (let at = 0; at < chunk.length;) at += writeSync(1, chunk, at);
  } catch (error) {
    done(error as Error);
    return;
  }
  done();
}
