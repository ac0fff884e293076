// The objects of the language, frozen for a process that runs strategies: what a strategy changed
// of them would change Weir as well.

/** Everything that the language itself defines and a program finds by name. */
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

/** Prototypes whose every property programs set on objects of their own. */
const OVERRIDDEN_WHOLE: ReadonlySet<unknown> = new Set(
  [
    ...[Object, Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError],
    ...[TypeError, URIError],
  ].map(({ prototype }) => prototype as unknown),
);

/** What programs set on objects whatever their prototype. */
const OVERRIDDEN: ReadonlySet<string> = new Set([
  'toString',
  'toLocaleString',
  'valueOf',
  'toJSON',
]);

/** What a simulated world replaces while it runs, so that nobody asks the platform. */
const REPLACED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [Math, 'random'],
  [Error, 'stackTraceLimit'],
  [globalThis, 'Date'],
]);

let isWanted = false;
let isDone = false;
let leavesReplaced = false;

/** For the entry of a process or thread of `weir`: its first strategy finds everything frozen. */
export function freezeBeforeStrategies(): void {
  isWanted = true;
}

/** For worlds of a simulation, before their first strategy is loaded. */
export function leaveReplaceable(): void {
  leavesReplaced = true;
}

/**
 * Called before a strategy is loaded, when the modules of Weir are. Does nothing where Weir is a
 * library: the objects are those of somebody else's program.
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
 * Nothing replaces these properties any more. Each by itself: the engine takes twice as long for
 * everything once `Object.freeze` was called for the prototype of all objects.
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

/** Those without a name too: they are found by syntax, or by what a method returns. */
function listRoots(): readonly unknown[] {
  const named = NAMES.map((name) => (globalThis as Record<string, unknown>)[name]);
  const iterators = [
    ...[[][Symbol.iterator](), ''[Symbol.iterator](), new Map().entries(), new Set().values()],
    ...['a'.matchAll(/a/g), (function* () {})(), (async function* () {})()],
  ];
  const functions = [function () {}, async function () {}, function* () {}, async function* () {}];
  return [...named, ...[...iterators, ...functions].map(prototypeOf)];
}

/** All objects that properties and prototypes lead to. */
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
 * An assignment to an object fails where its frozen prototype has a property of that name. Where
 * programs make such assignments the property becomes one that sets it on the object. Of other
 * properties that would slow the engine down, which expects the ones it knows.
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

/** The log sets it for a moment to look at its callers: it may, and nothing comes of it. */
function keepStackTraces(): void {
  const own: unknown = Reflect.get(Error, 'prepareStackTrace');
  Object.defineProperty(Error, 'prepareStackTrace', {
    get: () => own,
    set: () => undefined,
    configurable: false,
  });
}

/**
 * The engine's own switch holds only for threads that start after it is set. So the ways to code
 * from text are replaced: `eval`, and what each kind of function has as its constructor.
 */
function refuseCodeFromText(): void {
  const refuse = function () {
    throw new EvalError('code made from text is off in Weir: write it out');
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
