// Loads a user's own strategy, one TypeScript or JavaScript file, from its text.
import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { compileFunction } from 'node:vm';
import { fail, type Fault, ok, type Result } from '../domain/index.js';
import { isStrategyDefinition } from '../strategy/index.js';
import { freezeIntrinsics } from '../host/index.js';
import {
  type CompiledText,
  compileStrategy,
  createLocate,
  formatPlace,
  type Locate,
  type StrategySource,
  toFault,
} from './compile.js';
import { findMissingImports, importModules, type Modules } from './modules.js';

export interface LoadedStrategy {
  /** Export of the file; the caller checks that it is a strategy definition. */
  readonly definition: unknown;
  /** Evaluates the file again, without module state of an earlier session. */
  readonly renew: () => Result<unknown>;
  readonly file: string;
  readonly text: string;
  readonly compiled: CompiledText;
  /** SHA-256 of the text, hex. */
  readonly sha256: string;
  /**
   * Place in the file where an error was thrown: `file:line:column`, or the file alone, without its
   * folder: a journal may be replayed elsewhere and contains no paths.
   */
  readonly locate: (error: unknown) => string;
}

type Body = (require: (name: string) => unknown, module: { exports: Exports }) => void;
interface Runnable extends CompiledText {
  readonly placeInCode: Locate;
}
type Exports = Readonly<Record<string, unknown>>;

/**
 * Loads a strategy from its text, anew on every call: the file is only a name, and the text may
 * come from a journal. It imports Weir's own copies of `weir`, `rxjs` and `zod`, so it needs no
 * packages beside it. The definition is the default export, or else the only export that is a
 * strategy, or else the only export. Fault codes `strategy.syntax`, `strategy.forbidden` (with what
 * to use instead), `strategy.load` (a missing import, or the file threw) and `strategy.export`. A
 * `pinned` text was compiled and checked earlier: it runs as it is, without a compiler.
 */
export async function loadStrategy(
  source: StrategySource,
  pinned?: CompiledText,
): Promise<Result<LoadedStrategy>> {
  const { file, text } = source;
  const modules = await importModules();
  const compiled = await findRunnable(source, modules, pinned);
  if (!compiled.ok) return compiled;
  freezeIntrinsics();
  const evaluate = createEvaluate(file, compiled.value, modules);
  const definition = evaluate();
  if (!definition.ok) return definition;
  return ok({
    definition: definition.value,
    renew: evaluate,
    compiled: { code: compiled.value.code, map: compiled.value.map },
    file,
    text,
    sha256: hash('sha256', text),
    locate: (error) => findPlace(file, compiled.value, error, basename(file)),
  });
}

async function findRunnable(
  source: StrategySource,
  modules: Modules,
  pinned: CompiledText | undefined,
): Promise<Result<Runnable>> {
  if (pinned !== undefined) {
    const { code, map } = pinned;
    return ok({ code, map, placeInCode: createLocate(map) });
  }
  const compiled = await compileStrategy(source);
  if (!compiled.ok) return compiled;
  const missing = findMissingImports(compiled.value, modules);
  if (missing.length === 0) return compiled;
  return { ok: false, fault: toFault(source.file, missing, 'strategy.load') };
}

/**
 * Creates the function that evaluates the file and selects its export. The file becomes a function
 * of `require` and `module`, not an `import()` of a `data:` URL: that would cache a text for ever,
 * put the whole text into stack traces, and under a test runner import an older dist as `weir`. It
 * is compiled once, so that later evaluations keep the optimized code.
 */
function createEvaluate(file: string, compiled: Runnable, modules: Modules): () => Result<unknown> {
  let body: Body | undefined;
  return () => {
    const module = { exports: {} };
    try {
      body ??= compileFunction(compiled.code, ['require', 'module'], { filename: file }) as Body;
      body((name: string) => modules.get(name), module);
    } catch (error) {
      return { ok: false, fault: toThrownFault(file, compiled, error) };
    }
    return chooseExport(file, module.exports);
  };
}

function toThrownFault(file: string, compiled: Runnable, error: unknown): Fault {
  const found = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const message = `cannot load the strategy: ${found}`;
  return { code: 'strategy.load', message, where: findPlace(file, compiled, error) };
}

/** Source place of the innermost frame within the file. */
function findPlace(file: string, compiled: Runnable, error: unknown, shown: string = file): string {
  // The place of a stack overflow depends on the callers: a replay would report another one.
  if (error instanceof RangeError && error.message.startsWith('Maximum call stack')) return shown;
  const { stack } = error instanceof Error ? error : {};
  const frames = typeof stack === 'string' ? stack.split('\n') : [];
  const frame = frames.find((line) => line.includes(`${file}:`)) ?? '';
  const [, line, column] = /:(\d+):(\d+)\)?$/.exec(frame) ?? [];
  if (line === undefined) return shown;
  const place = compiled.placeInCode({ line: Number(line), column: Number(column) });
  return place === undefined ? shown : formatPlace(shown, place);
}

function chooseExport(file: string, exported: Exports): Result<unknown> {
  if ('default' in exported) return ok(exported['default']);
  const names = Object.keys(exported);
  const strategies = names.filter((name) => isStrategyDefinition(exported[name]));
  const [only, ...others] = strategies.length > 0 ? strategies : names;
  if (only !== undefined && others.length === 0) return ok(exported[only]);
  const found =
    names.length === 0
      ? 'no export'
      : strategies.length === 0
        ? `the exports ${names.join(', ')}`
        : `the strategies ${strategies.join(', ')}`;
  const message = `expected export default defineStrategy({...}), found ${found}`;
  return fail('strategy.export', message, file);
}
