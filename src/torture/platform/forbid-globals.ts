// Bans the platform's time, timers, randomness, disk and sockets while a world runs: code of Weir
// has to use its ports, or the call throws and is reported.
import { syncBuiltinESMExports } from 'node:module';
import { IO_PLACES, type Place } from './ban-io.js';

/** Code of Weir, or an RxJS operator without a given scheduler; not the code that runs tests. */
const OURS = /weir\.cjs|\/rxjs\/|\/src\/(?!torture\/|cli\/)/;
const FRAMES = 40;

/** Stack lines above the caller: the message, `refuse`, and the stub. */
const ABOVE_CALLER = 3;

const PLACES: readonly Place[] = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'fetch'].map((key) => at(globalThis, key, '')),
  at(Math, 'random', 'Math.'),
  at(performance, 'now', 'performance.'),
  at(AbortSignal, 'timeout', 'AbortSignal.'),
  at(crypto, 'randomUUID', 'crypto.'),
  at(crypto, 'getRandomValues', 'crypto.'),
  at(process.hrtime, 'bigint', 'process.hrtime.'),
  ...['uptime', 'cpuUsage'].map((key) => at(process, key, 'process.')),
  ...IO_PLACES,
];

function at(on: object, key: string, prefix: string): Place {
  return { on, key, name: `${prefix}${key}`, by: 'stack' };
}

/** Called with the banned name and the `file:line` that used it. */
type Teller = (name: string, place: string) => void;

/** Callbacks of the worlds that run now. */
const watchers = new Set<Teller>();
let lift: (() => void) | undefined;

/** Bans the functions until the returned function is called: use throws and calls `notify`. */
export function banGlobals(notify: Teller): () => void {
  watchers.add(notify);
  lift ??= install();
  return () => {
    watchers.delete(notify);
    if (watchers.size > 0) return;
    lift?.();
    lift = undefined;
  };
}

function refuse(name: string, by: Place['by']): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error(name);
  Error.stackTraceLimit = stackTraceLimit;
  const caller = stack.split('\n')[ABOVE_CALLER] ?? '';
  if (by !== 'anyone' && !OURS.test(by === 'caller' ? caller : stack)) return;
  const user = stack.split('\n').find((line) => OURS.test(line)) ?? caller;
  const [place = 'somewhere'] = /[\w.-]+:\d+(?=:\d+\)?$)/.exec(user) ?? [];
  for (const notify of watchers) notify(name, place);
  throw new Error(`${name} was used within a world: expected a port`);
}

function install(): () => void {
  const undo = PLACES.map(replace);
  const RealDate = Date;
  class BannedDate extends RealDate {
    constructor(...words: readonly unknown[]) {
      if (words.length === 0) refuse('new Date()', 'stack');
      super(...(words as []));
    }
    static override now(): number {
      refuse('Date.now', 'stack');
      return RealDate.now();
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
  }
  globalThis.Date = BannedDate as DateConstructor;
  // Updates what modules imported by name.
  syncBuiltinESMExports();
  return () => {
    globalThis.Date = RealDate;
    for (const one of undo) one();
    syncBuiltinESMExports();
  };
}

function replace({ on, key, name, by }: Place): () => void {
  const before = Object.getOwnPropertyDescriptor(on, key);
  const real = Reflect.get(on, key) as (...words: readonly unknown[]) => unknown;
  const stub = (...words: readonly unknown[]): unknown => {
    // Code that kept the stub beyond its world gets the real function.
    if (watchers.size > 0) refuse(name, by);
    return Reflect.apply(real, on, words);
  };
  // Keeps properties of the function, such as the promise form of a timer.
  Object.defineProperties(stub, Object.getOwnPropertyDescriptors(real));
  Object.defineProperty(on, key, { value: stub, configurable: true, writable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(on, key);
    else Object.defineProperty(on, key, before);
  };
}
