// The house's rooms: which folder may import which, and which are pure.

const BASE = ['domain', 'determinism'];
const BOT = [...BASE, 'validation', 'strategy', 'algorithms', 'policy', 'risk', 'kernel'];
const EDGES = ['protocol', 'venue', 'client', 'polling', 'gateway', 'journal', 'data'];
const BELOW_SESSION = [...BOT, ...EDGES, 'telemetry', 'config', 'report'];

/** Folder to the folders it may import; `weir` is src/index.ts, the face of strategies. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  validation: ['domain'],
  determinism: ['domain'],
  protocol: [...BASE, 'validation'],
  strategy: [...BASE, 'validation'],
  policy: ['domain', 'validation'],
  risk: [...BASE, 'validation', 'policy'],
  venue: [...BASE, 'validation'],
  algorithms: ['domain', 'validation', 'strategy'],
  kernel: [...BASE, 'validation', 'strategy', 'algorithms', 'policy', 'risk'],
  client: [...BASE, 'validation', 'protocol'],
  conformance: ['domain', 'validation', 'protocol', 'client'],
  polling: [...BASE, 'validation', 'protocol', 'client'],
  gateway: [...BASE, 'validation', 'protocol', 'client', 'polling', 'venue'],
  journal: ['domain', 'validation'],
  data: ['domain', 'validation'],
  telemetry: ['domain'],
  config: ['domain', 'validation'],
  simulator: [...BASE, 'validation', 'protocol', 'venue', 'data', 'telemetry'],
  report: ['domain', 'data', 'journal'],
  // The loader of session hands the face to the strategies it loads.
  session: [...BELOW_SESSION, 'weir'],
  dashboard: ['domain', 'report', 'telemetry', 'session'],
  torture: [...BELOW_SESSION, 'session', 'simulator'],
  backtest: [
    ...[...BOT, 'protocol', 'venue', 'gateway', 'journal', 'data', 'report', 'session'],
    ...['config', 'telemetry'],
  ],
  cli: [
    ...[...BELOW_SESSION, 'session', 'simulator', 'dashboard', 'torture', 'backtest'],
    ...['strategies', 'weir', 'conformance'],
  ],
  weir: ['domain', 'validation', 'strategy', 'algorithms'],
  strategies: ['weir'],
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
