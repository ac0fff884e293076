// The platform's own time, timers, randomness, disk and sockets: whoever of Weir asks for them
// within a world is found out. Worlds have ports for all of that.
import { syncBuiltinESMExports } from 'node:module';
import { IO_PLACES, type Place } from './ban-io.js';

/** Our own code, or an operator of RxJS that was given no clock; not who runs tests around it. */
const OURS = /weir\.cjs|\/rxjs\/|\/src\/(?!torture\/|cli\/)/;
const FRAMES = 40;

/** Lines of a stack above who called: the words, who refuses, and what stands for the function. */
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

/** Hears what was used, and by which line of which file. */
type Teller = (name: string, place: string) => void;

/** Worlds that run now, each told of what was asked for. */
const watchers = new Set<Teller>();
let lift: (() => void) | undefined;

/** Until the returned function is called, use of them throws, and `tell` hears of it. */
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
  // What modules have imported by name changes with it.
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
    // Whoever has kept it beyond its world gets the real one.
    if (watchers.size > 0) refuse(name, by);
    return Reflect.apply(real, on, words);
  };
  // What hangs on a function, such as the promise form of a timer, stays.
  Object.defineProperties(stub, Object.getOwnPropertyDescriptors(real));
  Object.defineProperty(on, key, { value: stub, configurable: true, writable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(on, key);
    else Object.defineProperty(on, key, before);
  };
}
