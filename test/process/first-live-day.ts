// The commands of docs/first-live-day.md, as a reader would type them.
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, readPage, ROOT } from '../docs/pages.js';
import type { FarVenue } from './far-venue.js';
import type { Ended, Running } from './weir.js';
import { formatRates, PASSWORD } from './workspace.js';

export const PAGE = 'docs/first-live-day.md';
/** The page's symbol rests on weekends: here another one stands in for it, with rates like it. */
const SYMBOL = 'BTC/USD';
const TERMS = { [SYMBOL]: { ratePrecision: 5, minSize: 1000, sizeIncrement: 0.01 } };
const rename = (text: string) => text.replaceAll('EUR/USD', SYMBOL);

/** Where the page's two configurations trade, as two users of one venue that lives in real time. */
export const PAGE_VENUE = {
  simulator: {
    users: ['desk-test', 'desk'].map((user) => ({
      ...{ user, org: 'DeskOrg', password: PASSWORD, account: 'DeskOrgLE' },
    })),
    recording: { file: 'rates.csv', speed: 1, origin: 'now', loop: true },
    instruments: TERMS,
  },
  files: { 'rates.csv': rename(formatRates(600)) },
};

const listBlocks = (language: string): readonly Block[] =>
  readPage(PAGE).blocks.filter((block) => block.language === language);

/** Every command, in the order of the page. */
export function listCommands(): readonly string[] {
  return listBlocks('sh').flatMap(({ text }) => text.split('\n'));
}

/** The page's files, with the address of a venue that is there, its signer, and what is pinned. */
export function writePageFiles({ baseUrl, workspace }: FarVenue): void {
  const strategy = readFileSync(join(ROOT, 'dist/strategies/twap.js'));
  const sha256 = createHash('sha256').update(strategy).digest('hex');
  for (const { file, text } of listBlocks('yaml')) {
    if (file === undefined) throw new Error(`expected a file in each yaml block of ${PAGE}`);
    const own = rename(text)
      .replace('duration: 10s', 'duration: 2s')
      .replace(/https:\/\/[\w.]+/, baseUrl)
      .replaceAll('/srv/weir/', `${workspace.path('srv')}/`)
      .replace('0'.repeat(64), sha256);
    workspace.write(file, `${own}\ninstruments: ${JSON.stringify(TERMS)}\n`);
  }
  workspace.write('srv/signers.pem', workspace.read('ca.pem'));
  workspace.write('srv/test-password', `weir-test:${PASSWORD}`, 0o600);
  workspace.write('srv/live-password', `weir-live:${PASSWORD}`, 0o600);
  cpSync(join(ROOT, 'config'), workspace.path('config'), { recursive: true });
  symlinkSync(join(ROOT, 'dist'), workspace.path('dist'));
}

/** Runs one line to its end. */
export async function runCommand(far: FarVenue, line: string): Promise<Ended> {
  const [program, ...words] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  if (program === 'cp') return copy(far, words);
  if (program === 'node') {
    const at = words.findIndex((word) => !word.startsWith('-'));
    // The account, as it is asked for.
    const typed = { node: words.slice(0, at), input: 'desk@DeskOrg\n' };
    return far.startWith(typed, ...words.slice(at + 1)).end();
  }
  if (program !== 'npx' || words[0] !== 'weir')
    throw new Error(`expected a command, found ${line}`);
  const [, name, ...rest] = words;
  // A drill takes minutes, which test/process/drill.test.ts takes.
  if (name === 'drill') return far.start('drill', ...rest, '--help').end();
  const process = far.start(...words.slice(1));
  return name === 'watchdog' ? watch(process) : process.end();
}

async function watch(guard: Running): Promise<Ended> {
  await guard.waitFor('stderr', /^watchdog: watching the bot of /m);
  guard.signal('SIGTERM');
  return guard.end();
}

/** The template, but for what hangs on the day of the week and on a machine that is busy. */
function copy({ workspace }: FarVenue, [from = '', to = '']: readonly string[]): Ended {
  copyFileSync(workspace.path(from), workspace.path(to));
  const limits = rename(workspace.read(to))
    .replace('maxReceivedAgeSeconds: 3', 'maxReceivedAgeSeconds: 3600')
    .replace('EM: 60, DA: 30 }', 'EM: 60, DA: 3600 }');
  workspace.write(to, `${limits}tradingHours: { digitalAssets: always }\n`);
  return { code: 0, signal: null, stdout: '', stderr: '' };
}
