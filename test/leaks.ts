// Setup of every test file: whatever a test prints or leaves in temporary folders is searched for
// the secrets that tests use; and no test leaves a server or a socket to the files after it, whose
// worlds would hear them. What closes has to be named by the test (`onTestFinished`): a hook of a
// module that files share is only one of the first of them.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { format } from 'node:util';
import { afterAll } from 'vitest';
import { CANARIES, listForms } from './process/canary.js';

/** Secrets of clients, simulators and logins under test. */
export const SECRETS: readonly string[] = [
  ...CANARIES,
  ...['pass-canary-7261', 'token-canary-4410', 'hmac-canary-5120'],
];

/** Files that tests write with a secret in them, by the end of their name: they are its place. */
const OWN = ['secret', 'password', '.pass', 'config.yaml'];

const found: string[] = [];

/** What was found since the last take; a planted leak is taken before the end of its file. */
export function takeLeaks(): readonly string[] {
  return found.splice(0);
}

function search(place: string, text: string): void {
  const isOwn = OWN.some((end) => place.endsWith(end));
  if (!isOwn && FORMS.some((form) => text.includes(form))) found.push(place);
}

const FORMS = SECRETS.flatMap(listForms);

/** Packages hold no secrets of ours, and are too many to be read. */
const SKIPPED = ['node_modules', '.npm'];

function searchFolder(path: string): void {
  const facts = fs.lstatSync(path, { throwIfNoEntry: false });
  if (facts?.isFile() === true) search(path, fs.readFileSync(path, 'latin1'));
  if (facts?.isDirectory() !== true) return;
  for (const name of fs.readdirSync(path)) {
    if (SKIPPED.includes(name)) continue;
    search(join(path, name), name);
    searchFolder(join(path, name));
  }
}

/** Take back what this file has set: files share one realm, and the next sets it anew. */
const restores: (() => void)[] = [];

function restoreLater(object: object, name: string): void {
  const own = Object.getOwnPropertyDescriptor(object, name);
  restores.push(() => {
    if (own === undefined) Reflect.deleteProperty(object, name);
    else Object.defineProperty(object, name, own);
  });
}

// Every temporary folder of this file is in one of its own, and read before it goes.
restoreLater(process.env, 'TMPDIR');
const home = fs.mkdtempSync(join(tmpdir(), 'weir-test-'));
process.env['TMPDIR'] = home;
restoreLater(fs, 'rmSync');
restores.push(syncBuiltinESMExports);
const { rmSync } = fs;
fs.rmSync = (path, options) => {
  if (typeof path === 'string' && path.startsWith(home)) searchFolder(path);
  rmSync(path, options);
};
syncBuiltinESMExports();

for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  restoreLater(console, name);
  const print = console[name].bind(console);
  console[name] = (...words: unknown[]) => {
    search(`console.${name}`, format(...words));
    print(...words);
  };
}
for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  restoreLater(stream, 'write');
  const write = stream.write.bind(stream) as (...all: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) => {
    search(name, Buffer.isBuffer(chunk) ? chunk.toString('latin1') : String(chunk));
    return write(chunk, ...rest);
  };
}

/** How long sockets may take to close, steps of 10 ms. */
const CLOSING_STEPS = 500;

async function findOpen(): Promise<readonly string[]> {
  for (let step = 0; ; step += 1) {
    const open = process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'));
    if (open.length === 0 || step === CLOSING_STEPS) return open;
    await setTimeout(10);
  }
}

afterAll(async () => {
  searchFolder(home);
  rmSync(home, { recursive: true, force: true });
  for (const restore of restores) restore();
  const leaks = takeLeaks();
  if (leaks.length > 0) throw new Error(`a secret stands in:\n${leaks.join('\n')}`);
  const open = await findOpen();
  if (open.length > 0) throw new Error(`the tests of this file left open: ${open.join(', ')}`);
});
