// Temporary folders for process tests, with recordings and configurations to put into them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CANARIES, findCanaries, readFolder } from './canary.js';
import { killStarted, takePrinted } from './weir.js';

export const HEADER = 'time,symbol,bid,offer,bidSize,offerSize';
/** First time of recordings made here, epoch milliseconds: a Monday at noon. */
export const FIRST_MS = 1_783_944_000_000;
/** What the simulator's user logs in with. */
export const LOGIN = { user: 'demo', org: 'DemoOrg' } as const;
export const PASSWORD = CANARIES[0];
/** What it signs requests with. */
export const HMAC = { id: 'demo-hmac', secret: CANARIES[1] } as const;

export interface Workspace {
  readonly dir: string;
  readonly path: (name: string) => string;
  /** Writes a file, making the folders on its way. */
  readonly write: (name: string, text: string | Uint8Array, mode?: number) => void;
  readonly read: (name: string) => string;
}

const made: string[] = [];
/** Files that a test wrote with a secret in them. */
const ownFiles = new Set<string>();

/** A fresh folder outside the repository. */
export function makeWorkspace(files: Readonly<Record<string, string>> = {}): Workspace {
  const dir = mkdtempSync(join(tmpdir(), 'weir-process-'));
  made.push(dir);
  const path = (name: string) => join(dir, name);
  const write = (name: string, text: string | Uint8Array, mode?: number) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text, { mode });
    if (CANARIES.some((one) => text.toString().includes(one))) ownFiles.add(path(name));
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { dir, path, write, read: (name) => readFileSync(path(name), 'utf8') };
}

/**
 * Ends what was started and removes what was made, after both were searched for secrets; for
 * `afterAll`.
 */
export function cleanUp(): void {
  killStarted();
  const found = [...findCanaries(takePrinted())];
  for (const dir of made.splice(0)) {
    found.push(...findCanaries(readFolder(dir, ownFiles)));
    rmSync(dir, { recursive: true, force: true });
  }
  if (found.length > 0) throw new Error(`a secret stands in:\n${found.join('\n')}`);
}

/**
 * A recording of EUR/USD: a rate every second, the bid moving between 1.14270 and 1.14279, or
 * through so many ticks.
 */
export function formatRates(count: number, ticks = 10): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const bid = 114_270 + ((index * 7) % ticks);
    const [bidText, offerText] = [bid, bid + 4].map((ticks) => (ticks / 100_000).toFixed(5));
    return `${FIRST_MS + index * 1_000},EUR/USD,${bidText},${offerText},5000000,5000000`;
  });
  return `${[HEADER, ...rows].join('\n')}\n`;
}

/** Limits that a busy machine does not trip: rates may be old, all else has its default. */
export const LIMITS = JSON.stringify({
  allowedOrderTypes: { types: ['Limit/IOC', 'Limit/GTT', 'Limit/GTC'] },
  staleRate: { maxReceivedAgeSeconds: 3_600, maxVenueAgeSeconds: { G10: 3_600 } },
});

/** The template of live limits, with rates that may be old. */
export const LIVE_LIMITS = readFileSync(
  fileURLToPath(new URL('../../config/limits/live.yaml', import.meta.url)),
  'utf8',
)
  .replace('receiveSeconds: 3', 'receiveSeconds: 3600')
  .replace('venueSeconds: { G10: 30', 'venueSeconds: { G10: 3600');

/** A simulator on `rates.csv`. */
export const SIMULATOR = JSON.stringify({
  users: [{ ...LOGIN, password: PASSWORD, hmac: HMAC, account: 'DemoOrgLE' }],
  recording: { file: 'rates.csv', speed: 20, loop: true },
  venue: { latency: { orders: '20ms', replies: '20ms' } },
});

export const TWAP = {
  symbol: 'EUR/USD',
  side: 'Buy',
  size: 500_000,
  limitPrice: 1.145,
  duration: '60s',
  slices: 5,
} as const;

/** Runs as paper and as backtest: buys by TWAP over a minute, which takes three seconds. */
export const SESSION = {
  name: 'session',
  seed: 7,
  clock: 'venue',
  simulator: 'simulator.yaml',
  recording: { file: 'rates.csv', speed: 20, loop: true },
  models: { latency: { rates: '5ms', orders: '20ms', replies: '20ms' } },
  limits: 'limits.yaml',
  strategies: [{ strategy: 'twap', params: TWAP }],
} as const;

/** The `venue:` part of a session that runs against a simulator. */
export function toVenue(baseUrl: string) {
  return { baseUrl, ...LOGIN, password: { env: 'WEIR_PASSWORD' } };
}

/** A workspace with all that SESSION names; `session` replaces parts of it. */
export function makeSession(session: object = {}, files: Readonly<Record<string, string>> = {}) {
  return makeWorkspace({
    'rates.csv': formatRates(600),
    'limits.yaml': LIMITS,
    'simulator.yaml': SIMULATOR,
    'session.yaml': JSON.stringify({ ...SESSION, ...session }, undefined, 2),
    ...files,
  });
}
