// The house's rooms: which folder may import which, and which are pure.

const MACHINES = ['domain', 'machine'];
const BOT = [...MACHINES, 'strategy', 'execution', 'risk', 'kernel'];
const EDGES = ['protocol', 'venue', 'client', 'streams', 'gateway', 'journal', 'data'];
const BELOW_SESSION = [...BOT, ...EDGES, 'telemetry', 'config', 'report'];

/** Folder to the folders it may import; `weir` is src/index.ts, the face of strategies. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  machine: ['domain'],
  protocol: MACHINES,
  strategy: MACHINES,
  risk: MACHINES,
  venue: MACHINES,
  execution: ['domain', 'strategy'],
  kernel: [...MACHINES, 'strategy', 'execution', 'risk'],
  client: [...MACHINES, 'protocol'],
  // What moves trades or money: no folder that a session is made of may import it.
  desk: ['domain', 'protocol', 'client'],
  conformance: ['domain', 'protocol', 'client', 'desk'],
  streams: [...MACHINES, 'protocol', 'client'],
  gateway: [...MACHINES, 'protocol', 'client', 'streams', 'venue'],
  journal: ['domain'],
  data: ['domain'],
  telemetry: ['domain'],
  config: ['domain'],
  simulator: [...MACHINES, 'protocol', 'venue', 'data', 'telemetry'],
  report: ['domain', 'data', 'journal'],
  // The loader of session hands the face to the strategies it loads.
  session: [...BELOW_SESSION, 'weir'],
  dashboard: ['domain', 'report', 'telemetry', 'session'],
  testing: [...BELOW_SESSION, 'session', 'simulator'],
  backtest: [
    ...[...BOT, 'protocol', 'venue', 'gateway', 'journal', 'data', 'report', 'session'],
    ...['config', 'telemetry'],
  ],
  cli: [
    ...[...BELOW_SESSION, 'session', 'simulator', 'dashboard', 'testing', 'backtest'],
    ...['strategies', 'weir', 'conformance', 'desk'],
  ],
  weir: ['domain', 'strategy', 'execution'],
  strategies: ['weir'],
};

/** Folders whose code asks for no time, randomness or I/O. */
export const PURE_FOLDERS: ReadonlySet<string> = new Set([
  ...['domain', 'machine', 'protocol', 'strategy', 'execution', 'risk', 'kernel', 'venue'],
  ...['weir', 'strategies'],
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
