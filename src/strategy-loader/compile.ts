// Compiles a strategy's TypeScript to checked JavaScript, with positions in the source text.
import { SourceMap } from 'node:module';
import { type Fault, fail, ok, type Result } from '../domain/index.js';
import { compileText } from '../host/index.js';
import { checkStrategyRules, type Finding } from './lint.js';
import type { SyntaxNode } from './syntax.js';

/** File of a strategy: its name, for messages, and its text, which alone is loaded. */
export interface StrategySource {
  readonly file: string;
  readonly text: string;
}

/** Compiled text of a strategy, as stored. */
export interface CompiledText {
  /** A CommonJS body: it calls `require` and sets `module.exports`. */
  readonly code: string;
  /** Source map of `code`. */
  readonly map: string;
}

export interface CompiledStrategy extends CompiledText {
  /** ESTree of the same program, with imports and exports. */
  readonly program: SyntaxNode;
  /** Maps a place of `program` to the source. */
  readonly placeInProgram: Locate;
  /** Maps a place of `code` to the source. */
  readonly placeInCode: Locate;
}

export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Maps a compiled place to the source; undefined where the compiler added the code. */
export type Locate = (place: Place) => Place | undefined;

const MAX_TEXT = 1024 * 1024;
const MAX_FINDINGS = 20;
/** Most results kept, the newest. */
const MAX_KEPT = 32;

type Compiled = Promise<Result<CompiledStrategy>>;

/** Cache by name and text: the compiler is a process, and equal texts give equal results. */
const kept = new Map<string, Compiled>();

/**
 * Compiles and checks; runs nothing. The same compiler makes two programs of the text: one with
 * imports, for the checks, and one to run. Fault codes `strategy.load` (text too long),
 * `strategy.syntax`, `strategy.forbidden`.
 */
export function compileStrategy(source: StrategySource): Compiled {
  const key = `${source.file}\n${source.text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const [oldest] = kept.keys();
  if (kept.size === MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  const compiled = compile(source);
  kept.set(key, compiled);
  // A crash of the compiler proves nothing about the text.
  compiled.catch(() => kept.delete(key));
  return compiled;
}

async function compile(source: StrategySource): Compiled {
  const { file, text } = source;
  if (text.length > MAX_TEXT) {
    const found = `expected a strategy of at most 1 MiB, found ${String(text.length)} characters`;
    return fail('strategy.load', found, file);
  }
  const module = await transform(source, 'esm');
  if (!module.ok) return module;
  const parsed = await parseModule(file, module.value);
  if (!parsed.ok) return parsed;
  const program = parsed.value;
  const findings = checkStrategyRules(program).flatMap((finding) => {
    const place = module.value.locate(finding);
    return place === undefined ? [] : [{ ...finding, ...place }];
  });
  if (findings.length > 0) return { ok: false, fault: toFault(file, findings) };
  const body = await transform(source, 'cjs');
  if (!body.ok) return body;
  const { code, map, locate } = body.value;
  return ok({ code, map, program, placeInProgram: module.value.locate, placeInCode: locate });
}

/** `file:line:column`. */
export function formatPlace(file: string, place: Place): string {
  return `${file}:${String(place.line)}:${String(place.column)}`;
}

/** One fault for all findings: at its place, or a list of places when there are several. */
export function toFault(
  file: string,
  findings: readonly Finding[],
  code = 'strategy.forbidden',
): Fault {
  const [first] = findings;
  if (findings.length === 1 && first !== undefined) {
    return { code, message: first.message, where: formatPlace(file, first) };
  }
  const lines = findings
    .slice(0, MAX_FINDINGS)
    .map((finding) => `\n  ${formatPlace(file, finding)}: ${finding.message}`);
  const rest = findings.length - lines.length;
  const more = rest > 0 ? `\n  and ${String(rest)} more` : '';
  const message = `found ${String(findings.length)} things to change:${lines.join('')}${more}`;
  return { code, message, where: file };
}

interface Transformed extends CompiledText {
  readonly locate: Locate;
}

async function transform(
  { file, text }: StrategySource,
  format: 'esm' | 'cjs',
): Promise<Result<Transformed>> {
  try {
    const { code, map } = await compileText(text, {
      loader: /\.[cm]?js$/.test(file) ? 'js' : 'ts',
      format,
      target: 'node20',
      sourcemap: 'external',
      sourcefile: file,
      // Modules are strict; a CommonJS body needs the directive.
      ...(format === 'cjs' ? { banner: '"use strict";' } : {}),
      tsconfigRaw: '{}',
      logLevel: 'silent',
    });
    return ok({ code, map, locate: createLocate(map) });
  } catch (error) {
    const faults = (error as { readonly errors?: readonly SyntaxFault[] }).errors;
    if (faults === undefined) throw error;
    return { ok: false, fault: toFault(file, faults.map(toFinding), 'strategy.syntax') };
  }
}

async function parseModule(file: string, module: Transformed): Promise<Result<SyntaxNode>> {
  const { parse } = await import('acorn');
  try {
    return ok(parse(module.code, { ecmaVersion: 'latest', sourceType: 'module', locations: true }));
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('loc' in error)) throw error;
    const { line, column } = error.loc as Place;
    const place = module.locate({ line, column: column + 1 }) ?? { line: 1, column: 1 };
    // The parser's message ends with a place in the compiled text.
    const message = error.message.replace(/ \(\d+:\d+\)$/, '');
    return fail('strategy.syntax', message, formatPlace(file, place));
  }
}

/** Syntax error of esbuild; its column counts bytes from 0. */
interface SyntaxFault {
  readonly text: string;
  readonly location: {
    readonly line: number;
    readonly column: number;
    readonly lineText: string;
  } | null;
}

function toFinding({ text, location }: SyntaxFault): Finding {
  if (location === null) return { line: 1, column: 1, message: text };
  const before = Buffer.from(location.lineText).subarray(0, location.column).toString();
  return { line: location.line, column: before.length + 1, message: text };
}

/** Creates a function that maps places of a compiled text by its source map. */
export function createLocate(map: string): Locate {
  const sourceMap = new SourceMap(JSON.parse(map) as ConstructorParameters<typeof SourceMap>[0]);
  return ({ line, column }) => {
    const entry = sourceMap.findEntry(line - 1, column - 1);
    if (!('originalLine' in entry)) return undefined;
    return { line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  };
}
