// The house's rooms: which folder may import which, and which are pure.

const BASE = ['domain', 'determinism', 'validation'];
const RULES = ['policy', 'risk', 'kernel', 'strategy', 'algorithms'];
const WIRE = ['protocol', 'venue', 'client', 'polling', 'gateway'];
const FILES = ['journal', 'recordings', 'config', 'telemetry', 'report'];
const SESSION_PARTS = ['host', 'state', 'strategy-loader', 'plan', 'records', 'recovery'];
const BELOW_SESSION = [...BASE, ...RULES, ...WIRE, ...FILES, ...SESSION_PARTS, 'control'];

/** Folder to the folders it may import; `weir` is src/index.ts, the face of strategies. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  validation: ['domain'],
  determinism: ['domain'],
  telemetry: ['domain'],
  protocol: BASE,
  strategy: BASE,
  venue: BASE,
  journal: ['domain', 'validation'],
  recordings: ['domain', 'validation'],
  config: ['domain', 'validation'],
  algorithms: ['domain', 'validation', 'strategy'],
  policy: ['domain', 'validation', 'protocol'],
  risk: [...BASE, 'policy'],
  kernel: [...BASE, 'strategy', 'algorithms', 'policy', 'risk'],
  client: [...BASE, 'protocol'],
  conformance: ['domain', 'validation', 'protocol', 'client'],
  polling: [...BASE, 'protocol', 'client'],
  gateway: [...BASE, 'protocol', 'client', 'polling', 'venue'],
  simulator: [...BASE, 'protocol', 'venue', 'recordings', 'telemetry'],
  report: ['domain', 'recordings', 'journal'],
  host: [...BASE, 'protocol', 'client', 'journal'],
  state: [...BASE, 'protocol', 'client', 'journal', 'host'],
  // It hands the face to the strategies that it loads.
  'strategy-loader': [...BASE, 'config', 'journal', 'host', 'strategy', 'weir'],
  plan: [...BASE, ...RULES, ...WIRE, ...FILES, 'host', 'strategy-loader'],
  records: [...BASE, ...RULES, ...WIRE, ...FILES, 'host', 'strategy-loader', 'plan'],
  recovery: [
    ...[...BASE, ...RULES, ...WIRE, ...FILES],
    ...['host', 'state', 'strategy-loader', 'plan', 'records'],
  ],
  control: [...BASE, ...RULES, ...WIRE, ...FILES, ...SESSION_PARTS],
  session: BELOW_SESSION,
  'manual-calls': [...BELOW_SESSION, 'session'],
  torture: [...BELOW_SESSION, 'session', 'simulator'],
  backtest: [
    ...[...BASE, ...RULES, ...FILES, 'protocol', 'venue', 'gateway'],
    ...['host', 'plan', 'records', 'session'],
  ],
  cli: [
    ...[...BELOW_SESSION, 'session', 'manual-calls', 'simulator', 'torture', 'backtest'],
    ...['strategies', 'weir', 'conformance'],
  ],
  weir: ['domain', 'validation', 'strategy', 'algorithms'],
  strategies: ['weir'],
};

/** Folders inside a folder that have an index of their own, besides the folder's. */
export const INNER_FACES: Readonly<Record<string, readonly string[]>> = {
  domain: ['dates', 'events', 'numbers', 'orders', 'quotes', 'venue'],
  protocol: ['codecs', 'profile'],
  risk: ['gate'],
};

/**
 * Modules besides a folder's index that others may import, and who: calls that move trades or money
 * are of a person's commands and of conformance, and no session loads them.
 */
export const SECOND_FACES: Readonly<Record<string, readonly string[]>> = {
  'src/client/back-office.js': ['cli', 'conformance'],
};

/** Folders whose code asks for no time, randomness or I/O. */
export const PURE_FOLDERS: ReadonlySet<string> = new Set([
  ...['domain', 'validation', 'determinism', 'protocol', 'policy', 'strategy', 'algorithms'],
  ...['risk', 'kernel', 'venue', 'weir', 'strategies'],
]);

/** Packages a pure folder may import; a strategy only the last two. */
export const PURE_PACKAGES: ReadonlySet<string> = new Set([
  ...['decimal.js', 'lossless-json', 'rxjs', 'zod'],
]);
export const STRATEGY_PACKAGES: ReadonlySet<string> = new Set(['rxjs', 'zod']);

/**
 * The folder a path belongs to, as the table names it; undefined for tests and what is at the root.
 */
export function toFolder(path: string): string | undefined {
  if (path === 'src/index.ts' || path === 'src/index.js') return 'weir';
  const [top = '', second] = path.split('/');
  if (top === 'src') return second;
  return top === 'strategies' || top === 'backtest' ? top : undefined;
}
