// Names that a strategy may and may not use, with advice on what to use instead.

/** Modules that a strategy can import: Weir's own copies. */
export const STRATEGY_MODULES: readonly string[] = ['weir', 'rxjs', 'zod'];

/** Globals of the language with the same results in every run. */
const ALLOWED_GLOBALS: ReadonlySet<string> = new Set(
  [
    'undefined NaN Infinity isNaN isFinite parseInt parseFloat Object Array String Number Boolean',
    'Symbol BigInt Map Set WeakMap WeakSet JSON RegExp Reflect Proxy Error AggregateError',
    'EvalError RangeError ReferenceError SyntaxError TypeError URIError ArrayBuffer DataView',
    'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array',
    'Float32Array Float64Array BigInt64Array BigUint64Array',
    'encodeURIComponent decodeURIComponent encodeURI decodeURI',
  ].flatMap((line) => line.split(' ')),
);

const TIME = 'use ctx.now() and ctx.time';
const TIMER = 'use ctx.time.timer or ctx.time.interval';
/** Why waiting is forbidden, and what to use instead. */
export const NO_WAITING = 'nothing may wait outside the session: use streams and ctx.time';
const MACHINE = 'a strategy has no access to the machine: use ctx and ctx.params';
const NETWORK = 'a strategy has no network: use the streams of ctx';
const RANDOM = 'use ctx.random(name)';
const CODE = 'code made from text cannot be checked: write it out';
const NOTE = 'use ctx.note(text, fields)';
const MODULE = 'use import and export';
const SYSTEM = 'it depends on the system: use numbers and formatInstant of weir';
const MEMORY = 'it depends on the garbage collector: use a Map';

/** Advice by global; other globals get a general one. */
const ADVICE: ReadonlyMap<string, string> = toAdvice([
  [TIME, 'Date performance Temporal'],
  [TIMER, 'setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate'],
  [NO_WAITING, 'queueMicrotask Promise Worker Atomics SharedArrayBuffer'],
  [MACHINE, 'process globalThis global self window Buffer __dirname __filename'],
  [NETWORK, 'fetch WebSocket EventSource XMLHttpRequest'],
  [RANDOM, 'crypto'],
  [CODE, 'eval Function WebAssembly'],
  [MODULE, 'require module exports'],
  [NOTE, 'console'],
  [SYSTEM, 'Intl'],
  [MEMORY, 'WeakRef FinalizationRegistry'],
]);

/** Why a global is refused and what to use instead; undefined when it is allowed. */
export function adviseGlobal(name: string): string | undefined {
  if (ALLOWED_GLOBALS.has(name)) return undefined;
  const advice = ADVICE.get(name);
  return advice === undefined
    ? `${name} is not declared in this file and not part of what a strategy may use`
    : `${name} is not allowed in a strategy: ${advice}`;
}

/** Why an import is refused and what to use instead; undefined when it is allowed. */
export function adviseImport(source: string): string | undefined {
  if (STRATEGY_MODULES.includes(source)) return undefined;
  const refused = `"${source}" cannot be imported`;
  if (/^(\.|\/|file:)/.test(source)) return `${refused}: a strategy is one file, move it there`;
  if (source.startsWith('rxjs/')) return `${refused}: import from "rxjs"`;
  if (source.startsWith('zod/')) return `${refused}: import from "zod"`;
  return `${refused}: a strategy may import weir, rxjs and zod only`;
}

const SCHEDULERS = 'it runs on timers of the platform: use ctx.time.scheduler';

/** Exports of RxJS that a strategy may not use. */
const REFUSED_RXJS: ReadonlyMap<string, string> = toAdvice([
  [SCHEDULERS, 'asap asapScheduler async asyncScheduler queue queueScheduler Scheduler'],
  [SCHEDULERS, 'animationFrame animationFrameScheduler animationFrames'],
  [NO_WAITING, 'firstValueFrom lastValueFrom'],
  ['it would change RxJS for all of Weir', 'config'],
]);

/** Why an export of RxJS is refused and what to use instead; undefined when it is allowed. */
export function adviseRxjs(name: string): string | undefined {
  const advice = REFUSED_RXJS.get(name);
  if (name === 'default' || name === '*') return 'import the exports of rxjs that you use by name';
  return advice === undefined
    ? undefined
    : `${name} of rxjs is not allowed in a strategy: ${advice}`;
}

export interface TimedExport {
  /** Positions of the scheduler among the arguments, from 0. */
  readonly schedulerAt: readonly number[];
  /** What to use instead. */
  readonly instead: string;
  /** It uses the clock only when its second argument sets a window. */
  readonly onlyWindowed?: true;
}

const PASS = 'pass ctx.time.scheduler as its scheduler';

function timed(schedulerAt: readonly number[], name = ''): TimedExport {
  return { schedulerAt, instead: name === '' ? PASS : `use ctx.time.${name}, or ${PASS}` };
}

/** Exports of RxJS that use the platform's clock unless they get a scheduler. */
export const TIMED_RXJS: Readonly<Record<string, TimedExport>> = {
  interval: timed([1], 'interval'),
  timer: timed([1, 2], 'timer'),
  auditTime: timed([1], 'audit'),
  bufferTime: timed([1, 2, 3], 'buffer'),
  debounceTime: timed([1], 'debounce'),
  delay: timed([1], 'delay'),
  sampleTime: timed([1], 'sample'),
  throttleTime: timed([1], 'throttle'),
  timeInterval: timed([0]),
  timeout: timed([1]),
  timeoutWith: timed([2]),
  timestamp: timed([0]),
  windowTime: timed([1, 2, 3]),
  ReplaySubject: { ...timed([2]), onlyWindowed: true },
  shareReplay: { ...timed([2]), onlyWindowed: true },
  publishReplay: { ...timed([2, 3]), onlyWindowed: true },
};

/** Exports of RxJS whose options may have a `delay` in milliseconds of the platform's clock. */
export const DELAYING_RXJS: ReadonlySet<string> = new Set(['retry', 'repeat']);

function toAdvice(rows: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(([advice, names]) => names.split(' ').map((name) => [name, advice])));
}
