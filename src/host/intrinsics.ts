// Freezes the objects of the language in processes that run strategies, since a strategy that
// changed them would change Weir too.

/** Globals that the language itself defines. */
const NAMES: readonly string[] = [
  ...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Math'],
  ...['JSON', 'Reflect', 'Proxy', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'Promise'],
  ...['RegExp', 'Date', 'Intl', 'Atomics', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError'],
  ...['TypeError', 'URIError', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array'],
  ...['Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'Float16Array'],
  ...['BigInt64Array', 'BigUint64Array', 'FinalizationRegistry', 'Iterator', 'DisposableStack'],
  ...['AsyncDisposableStack', 'SuppressedError', 'isNaN', 'isFinite', 'parseInt', 'parseFloat'],
  ...['encodeURI', 'encodeURIComponent', 'decodeURI', 'decodeURIComponent', 'escape', 'unescape'],
  ...['eval', 'undefined', 'NaN', 'Infinity'],
];

/** Prototypes of which programs override any property on their own objects. */
const OVERRIDDEN_WHOLE: ReadonlySet<unknown> = new Set(
  [
    ...[Object, Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError],
    ...[TypeError, URIError],
  ].map(({ prototype }) => prototype as unknown),
);

/** Properties that programs override on objects of any prototype. */
const OVERRIDDEN: ReadonlySet<string> = new Set([
  'toString',
  'toLocaleString',
  'valueOf',
  'toJSON',
]);

/** Properties that a simulated world replaces, so that no code uses the platform. */
const REPLACED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [Math, 'random'],
  [Error, 'stackTraceLimit'],
  [globalThis, 'Date'],
]);

let isWanted = false;
let isDone = false;
let leavesReplaced = false;

/**
 * Called at the entry of a `weir` process or thread: everything is frozen before its first
 * strategy.
 */
export function freezeBeforeStrategies(): void {
  isWanted = true;
}

/** Called by simulated worlds before their first strategy is loaded. */
export function leaveReplaceable(): void {
  leavesReplaced = true;
}

/**
 * Called before a strategy is loaded, after Weir's modules. Does nothing where Weir is used as a
 * library, since the objects belong to another program.
 */
export function freezeIntrinsics(): void {
  if (!isWanted || isDone) return;
  isDone = true;
  refuseCodeFromText();
  keepStackTraces();
  const found = collect(listRoots());
  for (const one of found) allowOverrides(one);
  for (const one of found) {
    lock(one, Reflect.ownKeys(one));
    Object.preventExtensions(one);
  }
  lock(globalThis, NAMES);
}

/**
 * Makes properties read-only one by one: after `Object.freeze` of Object.prototype the engine takes
 * twice as long for everything.
 */
function lock(holder: object, keys: readonly PropertyKey[]): void {
  const left = leavesReplaced ? REPLACED.get(holder) : undefined;
  for (const key of keys) {
    const own = Object.getOwnPropertyDescriptor(holder, key);
    if (own?.configurable !== true || key === left) continue;
    const locked = 'value' in own ? { ...own, writable: false } : own;
    Object.defineProperty(holder, key, { ...locked, configurable: false });
  }
}

/** Includes unnamed objects, which are reached by syntax or returned by methods. */
function listRoots(): readonly unknown[] {
  const named = NAMES.map((name) => (globalThis as Record<string, unknown>)[name]);
  const iterators = [
    ...[[][Symbol.iterator](), ''[Symbol.iterator](), new Map().entries(), new Set().values()],
    ...['a'.matchAll(/a/g), (function* () {})(), (async function* () {})()],
  ];
  const functions = [function () {}, async function () {}, function* () {}, async function* () {}];
  return [...named, ...[...iterators, ...functions].map(prototypeOf)];
}

/** All objects reachable by properties and prototypes. */
function collect(roots: readonly unknown[]): ReadonlySet<object> {
  const found = new Set<object>();
  const open = [...roots];
  while (open.length > 0) {
    const one = open.pop();
    const isObject = (typeof one === 'object' && one !== null) || typeof one === 'function';
    if (!isObject || found.has(one)) continue;
    found.add(one);
    open.push(prototypeOf(one));
    for (const key of Reflect.ownKeys(one)) {
      const own = Object.getOwnPropertyDescriptor(one, key) ?? {};
      open.push(...(Object.values(own) as unknown[]));
    }
  }
  return found;
}

/**
 * Replaces properties by accessors that define the property on the object: an assignment to an
 * object fails where its frozen prototype has a read-only property of that name. Only for
 * properties that programs assign, since accessors slow the engine down.
 */
function allowOverrides(holder: object): void {
  const isWhole = OVERRIDDEN_WHOLE.has(holder);
  for (const key of Object.getOwnPropertyNames(holder)) {
    if (!isWhole && !OVERRIDDEN.has(key)) continue;
    const own = Object.getOwnPropertyDescriptor(holder, key);
    if (own?.configurable !== true || own.writable !== true) continue;
    const value: unknown = own.value;
    Object.defineProperty(holder, key, {
      get: () => value,
      set(this: unknown, other: unknown) {
        if (this === holder) throw new TypeError(`cannot set ${key}: it is frozen`);
        const set = { value: other, writable: true, enumerable: true, configurable: true };
        Object.defineProperty(this, key, set);
      },
      enumerable: own.enumerable === true,
      configurable: false,
    });
  }
}

/** The logger assigns it briefly to find its callers: the assignment succeeds without effect. */
function keepStackTraces(): void {
  const own: unknown = Reflect.get(Error, 'prepareStackTrace');
  Object.defineProperty(Error, 'prepareStackTrace', {
    get: () => own,
    set: () => undefined,
    configurable: false,
  });
}

/**
 * The engine's own flag applies only to threads that start later. So this function replaces `eval`
 * and the constructor of each kind of function.
 */
function refuseCodeFromText(): void {
  const refuse = function () {
    throw new EvalError('Weir does not run code made from text (eval, new Function): write it out');
  };
  const kinds = [function () {}, async function () {}, function* () {}, async function* () {}];
  for (const kind of kinds) {
    Object.defineProperty(prototypeOf(kind) ?? {}, 'constructor', { value: refuse });
  }
  Object.defineProperty(globalThis, 'eval', { value: refuse });
}

function prototypeOf(one: object): object | null {
  return Object.getPrototypeOf(one) as object | null;
}
