// Wrong input of every kind: the exit code, the place, what was expected and what was found.
import { chmodSync, mkdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { runWeir } from './weir.js';
import { cleanUp, FIRST_MS, HEADER, makeWorkspace } from './workspace.js';

afterAll(cleanUp);

const ROWS = [0, 1, 2].map((index) => row(FIRST_MS + index * 1_000)).join('\n');
const CONFIG = `name: wrong
simulator: simulator.yaml
recording:
  file: rates.csv
strategies:
  - strategy: twap
    params:
      symbol: EUR/USD
      side: Buy
      size: 100000
      limitPrice: 1.145
      duration: 2s
      slices: 2
`;

interface Case {
  /** Files besides a good `config.yaml` and `rates.csv`, or in their place. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly folders?: readonly string[];
  /** `check config.yaml` by default. */
  readonly args?: readonly string[];
  /** 1 by default. */
  readonly code?: 1 | 2;
  /** How the message begins; DIR stands for the working folder. */
  readonly says: string;
  /** What else stands in it. */
  readonly and?: string;
}

function row(time: number | string, bid = '1.14273', offer = '1.14277', rest = '5000,5000') {
  return `${time},EUR/USD,${bid},${offer},${rest}`;
}

/** A recording with one row between good ones. */
function withRow(text: string): Pick<Case, 'files'> {
  return { files: { 'rates.csv': `${HEADER}\n${row(FIRST_MS)}\n${text}\n${ROWS}\n` } };
}

function withConfig(from: string | RegExp, to: string): Pick<Case, 'files'> {
  const changed = CONFIG.replace(from, to);
  if (changed === CONFIG) throw new Error(`no ${String(from)} in the configuration`);
  return { files: { 'config.yaml': changed } };
}

function withLimits(text: string): Pick<Case, 'files'> {
  return { files: { 'config.yaml': `limits: limits.yaml\n${CONFIG}`, 'limits.yaml': text } };
}

async function run({ files = {}, folders = [], args = ['check', 'config.yaml'] }: Case) {
  const { dir, path, write } = makeWorkspace();
  for (const folder of folders) mkdirSync(path(folder), { recursive: true });
  const all = { 'config.yaml': CONFIG, 'rates.csv': `${HEADER}\n${ROWS}\n`, ...files };
  for (const [name, text] of Object.entries(all)) {
    if (!folders.includes(name) && text !== '(none)') write(name, text);
  }
  const ended = await runWeir(args, { cwd: dir });
  return { ...ended, stderr: ended.stderr.replaceAll(`${dir}/`, 'DIR/') };
}

/** Cases run two at a time: each is a process of its own. */
function describeCases(title: string, cases: Readonly<Record<string, Case>>): void {
  describe(title, () => {
    it.concurrent.each(Object.entries(cases))('%s', async (_, one) => {
      const { code, signal, stdout, stderr } = await run(one);
      expect({ code, signal, stdout, says: stderr.slice(0, one.says.length) }).toEqual({
        code: one.code ?? 1,
        signal: null,
        stdout: '',
        says: one.says,
      });
      expect(stderr).toContain(one.and ?? '');
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(stderr).not.toContain('bug in Weir');
    });
  });
}

const NO_FILE = 'expected a file, found none (config.no-file)';
const BAD = 'DIR/rates.csv:3: ';
const AT = (line: number, column: number) => `config.yaml:${line}:${column}: `;
const PARAMS = 'strategies[0].params';
const SKIP = '; set recording.badRows: skip to leave such rows out (data.bad-row)\n';
const SIZES = ', and an unknown size does not count as zero: set recording.size: N | unlimited';

describeCases('files', {
  'a configuration that is missing': {
    files: { 'config.yaml': '(none)' },
    says: `config.yaml: ${NO_FILE}`,
  },
  'a configuration that is empty': {
    files: { 'config.yaml': '\n \n' },
    says: 'config.yaml: expected text, found an empty file (config.empty)\n',
  },
  'a configuration that is a directory': {
    folders: ['config.yaml'],
    says: 'config.yaml: expected a file, found a directory (config.not-a-file)\n',
  },
  'a configuration that is not UTF-8': {
    files: { 'config.yaml': Uint8Array.of(0x6e, 0x0a, 0xff, 0xfe) },
    says: 'config.yaml:2: expected UTF-8 text, found bytes that are not UTF-8 (config.not-utf8)\n',
  },
  'a recording that is missing': {
    files: { 'rates.csv': '(none)' },
    says: `${AT(4, 9)}recording.file: DIR/rates.csv: expected a recording, found no such file`,
  },
  'a recording that is empty': {
    files: { 'rates.csv': '' },
    says: `${AT(4, 9)}recording.file: DIR/rates.csv: expected the header ${HEADER}, found an empty`,
  },
  'a recording that is a directory': {
    folders: ['rates.csv'],
    says: `${AT(4, 9)}recording.file: DIR/rates.csv: expected a recording, a file of rates; found`,
  },
  'a limits file that is missing': {
    files: { 'config.yaml': `limits: no.yaml\n${CONFIG}` },
    says: `${AT(1, 9)}limits: DIR/no.yaml: ${NO_FILE}`,
  },
  'a simulator file that is missing': {
    args: ['paper', 'config.yaml'],
    says: `${AT(2, 12)}simulator: DIR/simulator.yaml: ${NO_FILE}`,
  },
  'a strategy file that is missing': {
    ...withConfig('strategy: twap', 'strategy: ./mine.ts'),
    says: `${AT(6, 15)}strategies[0].strategy: DIR/mine.ts: ${NO_FILE}`,
  },
  'a session that is missing': {
    args: ['replay', 'nowhere'],
    says: 'nowhere: expected the folder of a paper or live session, with its journal',
  },
  'an --out folder that is not empty': {
    files: { 'full/notes.txt': 'mine' },
    args: ['backtest', 'config.yaml', '--out', 'full'],
    says: 'full: expected a new or empty folder, found files in it (session.out-not-empty)\n',
  },
  'an --out that is a file': {
    args: ['backtest', 'config.yaml', '--out', 'rates.csv'],
    says: 'cannot create the session folder: ENOTDIR: ',
  },
});

describeCases('rows of a recording', {
  'a header with other columns': {
    files: { 'rates.csv': `time,pair,bid,ask\n${ROWS}\n` },
    says: `DIR/rates.csv:1: expected the header ${HEADER} or time,symbol,bid,offer, the first `,
    and: 'or recording.layout; found "time,pair,bid,ask" (data.header)\n',
  },
  'no rows': {
    files: { 'rates.csv': `${HEADER}\n` },
    says: 'DIR/rates.csv:1: expected rates below the header, found none (data.no-rates)\n',
  },
  'a column too few': {
    ...withRow(`${FIRST_MS},EUR/USD,1.14273,1.14277,5000`),
    says: `${BAD}expected 6 columns (${HEADER}), found 5${SKIP}`,
  },
  'a column too many': {
    ...withRow(row(FIRST_MS, '1.14273', '1.14277', '1,1,1')),
    says: `${BAD}expected 6 columns (${HEADER}), found 7${SKIP}`,
  },
  'a price that is not a number': {
    ...withRow(row(FIRST_MS, 'n/a')),
    says: `${BAD}expected the bid price as a number, found "n/a"${SKIP}`,
  },
  'a price with an incomplete exponent': {
    ...withRow(row(FIRST_MS, '1.1e')),
    says: `${BAD}expected the bid price as a number, found "1.1e"${SKIP}`,
  },
  'a negative price': {
    ...withRow(row(FIRST_MS, '-1.14273')),
    says: `${BAD}expected the bid price above 0, found "-1.14273"${SKIP}`,
  },
  'a price of zero': {
    ...withRow(row(FIRST_MS, '0')),
    says: `${BAD}expected the bid price above 0, found "0"${SKIP}`,
  },
  'a price finer than a tick': {
    ...withRow(row(FIRST_MS, '1.142731')),
    says: `${BAD}bid price 1.142731 is finer than 5 decimals${SKIP}`,
  },
  'a bid above the offer': {
    ...withRow(row(FIRST_MS, '1.14279')),
    says: `${BAD}expected the bid at or below the offer, found bid 1.14279 above offer 1.14277`,
    and: SKIP,
  },
  'a negative size': {
    ...withRow(row(FIRST_MS, '1.14273', '1.14277', '5000,-1')),
    says: `${BAD}expected the offer size of at least 0, found "-1"${SKIP}`,
  },
  'a time before the previous row': {
    ...withRow(row(FIRST_MS - 1)),
    says: `${BAD}expected a time not before the last row's ${FIRST_MS}, found ${FIRST_MS - 1}`,
    and: SKIP,
  },
  'a time in words': {
    ...withRow(row('2026-07-13T12h')),
    says: `${BAD}expected a time in epoch milliseconds such as 1783944000093, found "2026-07-13T12`,
  },
  'a blank line': {
    ...withRow(''),
    says: `${BAD}expected a row, found a blank line before the end${SKIP}`,
  },
  'an invalid symbol': {
    ...withRow(`${FIRST_MS},GOLD,1.14273,1.14277,5000,5000`),
    says: `${BAD}expected a symbol such as EUR/USD, found "GOLD": name it in recording.symbols`,
  },
  'a cell without a size': {
    ...withRow(row(FIRST_MS, '1.14273', '1.14277', ',5000')),
    says: `${BAD}found no bid size${SIZES}`,
  },
  'no columns of sizes': {
    files: { 'rates.csv': `time,symbol,bid,offer\n${FIRST_MS},EUR/USD,1.14273,1.14277\n` },
    says: `DIR/rates.csv:1: found no size columns${SIZES}`,
  },
  'bad rows only': {
    files: {
      ...withConfig('rates.csv', 'rates.csv\n  badRows: skip').files,
      'rates.csv': `${HEADER}\n${row(FIRST_MS, '2')}\n`,
    },
    says: 'DIR/rates.csv:2: expected rates, found 1 bad row only; the first: expected the bid at',
  },
  'a range without rates': {
    ...withConfig('rates.csv', 'rates.csv\n  startAt: 2027-01-01T00:00:00Z'),
    says: `${AT(4, 9)}recording.file: DIR/rates.csv: expected rates between startAt and endAt,`,
  },
});

describeCases('keys and values of a configuration', {
  'invalid YAML': {
    ...withConfig('name: wrong', 'name: [wrong'),
    says: 'config.yaml:2:1: expected valid YAML: ',
  },
  'an unknown key': {
    ...withConfig('recording:', 'recordnig:'),
    says: `${AT(3, 1)}expected a known key, found \`recordnig\` (did you mean \`recording\`?)`,
  },
  'an unknown parameter': {
    ...withConfig('slices', 'slice'),
    says: `${AT(13, 7)}${PARAMS}: expected a known key, found \`slice\` (did you mean \`slices\`?)`,
  },
  'a duplicate key': {
    ...withConfig('slices: 2', 'slices: 2\n      size: 5'),
    says: `${AT(14, 7)}${PARAMS}: expected each key once, found \`size\` again (first on line 10)`,
  },
  'a missing key': {
    ...withConfig('      side: Buy\n', ''),
    says: `${AT(7, 5)}${PARAMS}.side: expected "Buy" or "Sell", found no such key`,
  },
  'a text for a number': {
    ...withConfig('size: 100000', 'size: lots'),
    says: `${AT(10, 13)}${PARAMS}.size: expected a number, found "lots" (config.value)\n`,
  },
  'a duration without a unit': {
    ...withConfig('2s', '2'),
    says: `${AT(12, 17)}${PARAMS}.duration: expected a duration with its unit, such as`,
  },
  'a duration in words': {
    ...withConfig('2s', 'two seconds'),
    says: `${AT(12, 17)}${PARAMS}.duration: expected a duration such as 250ms, 5s or 8m, found`,
    and: 'found "two seconds" (config.duration)',
  },
  'a duration of zero': {
    ...withConfig('2s', '0s'),
    says: `${AT(12, 17)}${PARAMS}.duration: expected a duration above 0, found "0s"`,
  },
  'a negative size': {
    ...withConfig('size: 100000', 'size: -100000'),
    says: `${AT(10, 13)}${PARAMS}.size: expected above 0, found -100000 (config.value)\n`,
  },
  'a size below the step': {
    ...withConfig('size: 100000', 'size: 100000.001'),
    says: `${AT(10, 13)}${PARAMS}.size: expected a multiple of 0.01 EUR, found 100000.001`,
  },
  'a size below the minimum': {
    ...withConfig('size: 100000', 'size: 10'),
    says: `${AT(10, 13)}${PARAMS}.size: expected at least 1000 EUR, found 10`,
  },
  'a price finer than a tick of the symbol': {
    ...withConfig('1.145', '1.1450001'),
    says: `${AT(11, 19)}${PARAMS}.limitPrice: expected at most 5 decimals (EUR/USD), found`,
    and: 'found 1.1450001 (config.value)',
  },
  'too many digits': {
    ...withConfig('name: wrong', 'name: wrong\nseed: 12345678901234567890'),
    says: `${AT(2, 7)}seed: expected at most 15 significant digits, found 12345678901234567890`,
  },
  'a symbol in lower case': {
    ...withConfig('EUR/USD', 'eur/usd'),
    says: `${AT(8, 15)}${PARAMS}.symbol: expected a symbol such as EUR/USD (did you mean`,
    and: ' EUR/USD?), found "eur/usd"',
  },
  'a symbol that the recording lacks': {
    ...withConfig('EUR/USD', 'EUR/UDS'),
    says:
      `${AT(8, 15)}${PARAMS}.symbol: expected a symbol of the recording (EUR/USD), ` +
      'found `EUR/UDS`; did you mean `EUR/USD`? (config.symbol)\n',
  },
  'an unknown strategy': {
    ...withConfig('strategy: twap', 'strategy: tawp'),
    says: `${AT(6, 15)}strategies[0].strategy: expected a strategy's id (`,
    and: ') or a path, found `tawp`; did you mean `twap`? (strategy.unknown)\n',
  },
  'an unknown enum value': {
    ...withConfig('name: wrong', 'name: wrong\nclock: vanue'),
    says: `${AT(2, 8)}clock: expected "wall" or "venue", found "vanue" (did you mean "venue"?)`,
  },
  'three mistakes reported together': {
    ...withConfig(/size: 100000[^]*2s/, 'size: 0\n      limitPrice: x\n      duration: y'),
    says: 'config.yaml: expected a valid text, found 3 problems:\n  config.yaml:10:13: ',
  },
  'an unknown rule': {
    ...withLimits('openOrder: off\n'),
    says: 'DIR/limits.yaml:1:1: expected a known key, found `openOrder` (did you mean `openOrd',
  },
  'a rule that cannot be off': {
    ...withLimits('finiteNumbers: off\n'),
    says: 'DIR/limits.yaml:1:16: finiteNumbers: expected a map, found "off" (config.value)\n',
  },
  'a limit below zero': {
    ...withLimits('maxOrderSize:\n  G10: -5\n'),
    says: 'DIR/limits.yaml:2:8: maxOrderSize.G10: expected above 0, found -5 (config.value)\n',
  },
  'a calendars file that is missing': {
    ...withConfig('name: wrong', 'name: wrong\ncalendars: missing.yaml'),
    says: 'config.yaml:2:12: calendars: DIR/missing.yaml: ',
  },
  'a holiday on a weekend': {
    files: {
      'config.yaml': `calendars: calendars.yaml\n${CONFIG}`,
      'calendars.yaml': 'TRY:\n  add: [2027-03-06]\n',
    },
    says: 'DIR/calendars.yaml:2:9: ',
    and: 'expected a weekday, found 2027-03-06: weekends are always closed (dates.date)',
  },
  'a password in the configuration': {
    files: {
      'config.yaml':
        'venue:\n  baseUrl: http://127.0.0.1:1\n  user: a\n  org: b\n' +
        `  password: hunter2\n${CONFIG}`,
    },
    says: `${AT(5, 13)}venue.password: expected a map, found [hidden] (config.value)\n`,
  },
  'a venue named by an IP address of another machine': {
    files: {
      'config.yaml':
        'venue:\n  baseUrl: http://192.0.2.7\n  user: a\n  org: b\n' +
        `  password: { env: X }\n${CONFIG}`,
    },
    says:
      `${AT(2, 12)}venue.baseUrl: expected no address beyond this machine, found 192.0.2.7: ` +
      'use the name of the host, as a certificate names hosts (client.base-url)\n',
  },
  'STP with a shared login': {
    files: {
      'config.yaml':
        'venue:\n  baseUrl: http://127.0.0.1:1\n  user: a\n  org: b\n  stp: true\n' +
        `  password: { env: X }\n${CONFIG}`,
    },
    says: `${AT(5, 8)}venue.stp: expected loginUse: exclusive with stp, as two readers take`,
  },
  'a password with both env and file': {
    files: {
      'config.yaml':
        'venue:\n  baseUrl: http://127.0.0.1:1\n  user: a\n  org: b\n' +
        `  password: { env: X, file: y }\n${CONFIG}`,
    },
    says: `${AT(5, 13)}venue.password: expected exactly one of \`env\` and \`file\``,
  },
  'a paper session without a simulator': {
    ...withConfig('simulator: simulator.yaml\n', ''),
    args: ['paper', 'config.yaml'],
    says: `${AT(1, 1)}expected \`simulator:\` for a paper session, found none`,
  },
  'a run without a venue': {
    args: ['run', 'config.yaml'],
    says: `${AT(1, 1)}expected \`venue:\` with baseUrl, user, org and password, found none`,
  },
  'a backtest without a recording': {
    ...withConfig('recording:\n  file: rates.csv\n', ''),
    args: ['backtest', 'config.yaml'],
    says: `${AT(1, 1)}expected \`recording:\` for a backtest, found none`,
  },
});

const USER = '{ user: a, password: b, org: c, account: d }';
const withSimulator = (text: string): Pick<Case, 'files' | 'args'> => ({
  files: { 'simulator.yaml': text },
  args: ['simulate', 'simulator.yaml', '--port', '0'],
});

describeCases('a simulator file', {
  'that is missing': {
    args: ['simulate', 'nowhere.yaml'],
    says: `nowhere.yaml: ${NO_FILE}`,
  },
  'without users': {
    ...withSimulator('users: []\nrecording: { file: rates.csv }\n'),
    says: 'simulator.yaml:1:8: users: expected at least 1 item, found an empty list',
  },
  'with a duplicate user': {
    ...withSimulator(`users: [${USER}, ${USER}]\nrecording: { file: rates.csv }\n`),
    says: 'simulator: expected each user once, found a@c twice (simulator.settings)\n',
  },
  'with an unknown key': {
    ...withSimulator(`users: [${USER}]\nrecordnig: { file: rates.csv }\n`),
    says: 'simulator.yaml: expected a valid text, found 2 problems:\n',
    and: 'simulator.yaml:2:1: expected a known key, found `recordnig` (did you mean `recording`?)',
  },
  'whose recording is missing': {
    ...withSimulator(`users: [${USER}]\nrecording: { file: nowhere.csv }\n`),
    says: '',
    and: 'DIR/nowhere.csv: expected a recording, found no such file (data.not-found)\n',
  },
  'whose recording is missing on the command line': {
    args: ['simulate', '--port', '0', '--rates', 'nowhere.csv'],
    says: 'DIR/nowhere.csv: expected a recording, found no such file (data.not-found)\n',
  },
});

describeCases('the command line', {
  'no command': {
    args: [],
    code: 2,
    says: 'expected a command (paper, backtest, ',
    and: '), found none\n',
  },
  'an unknown command': {
    args: ['papr', 'config.yaml'],
    code: 2,
    says: 'expected a command (paper, backtest, ',
    and: '), found `papr`; did you mean `paper`?\n',
  },
  'a missing argument': {
    args: ['paper'],
    code: 2,
    says: 'expected `weir paper <config>`, found nothing more\n',
  },
  'an argument too many': {
    args: ['check', 'config.yaml', 'rates.csv'],
    code: 2,
    says: 'expected `weir check <config>`, found also `rates.csv`\n',
  },
  'an unknown option': {
    args: ['check', 'config.yaml', '--jsn'],
    code: 2,
    says: 'expected a known option, found `--jsn`; did you mean `--json`?\n',
  },
  'an option of another command': {
    args: ['backtest', 'config.yaml', '--port', '1'],
    code: 2,
    says: 'expected a known option, found `--port`',
  },
  'a repeated option': {
    args: ['backtest', 'config.yaml', '--out', 'a', '--out', 'b'],
    code: 2,
    says: 'expected --out once, found it 2 times\n',
  },
  'a port that is not a number': {
    args: ['simulate', '--port', 'abc'],
    code: 2,
    says: '--port: expected a port from 0 to 65535, found "abc"\n',
  },
  'a simulator file to check': {
    files: { 'simulator.yaml': 'users: []\nport: 1\nrecording: { file: rates.csv }\n' },
    args: ['check', 'simulator.yaml'],
    says: 'simulator.yaml:1:8: users: expected at least 1 item, found an empty list',
  },
  'a port out of range': {
    args: ['simulate', '--port', '70000'],
    code: 2,
    says: '--port: expected a port from 0 to 65535, found "70000"\n',
  },
  'a speed below zero': {
    args: ['simulate', '--port', '0', '--speed', '-1'],
    code: 2,
    says: '--speed: expected a number from 0 to 1000, found "-1"\n',
  },
});

it('folder that is not writable is named with the reason', async () => {
  const { dir, write } = makeWorkspace();
  write('config.yaml', CONFIG);
  write('rates.csv', `${HEADER}\n${ROWS}\n`);
  chmodSync(dir, 0o555);
  // The superuser may write everywhere: then somebody else tries.
  const who = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const ended = await runWeir(['backtest', 'config.yaml'], { cwd: dir, ...who });
  chmodSync(dir, 0o755);
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(
    /^cannot create the session folder: EACCES: .* name another folder with --out DIR/,
  );
});
