// Flags of the JavaScript engine for a process of one kind: only speed depends on them.
import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that one piece of machine code may take in; V8's own bound is 920. */
const LARGE_CODE = '--max-inlined-bytecode-size-cumulative=2000';
/**
 * How soon V8 makes machine code of a function, by the major version of Node: after 2,000 bytes of
 * bytecode and not 67,584, or after 300 calls and not 3,000.
 */
const EARLY_CODE: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=2000',
  22: '--invocation-count-for-turbofan=300',
  24: '--invocation-count-for-turbofan=300',
};

/** Who asks: a backtest repeats one loop, a bot has an order now and then. */
export type EngineUse = 'backtest' | 'bot';

/** The flags of a use under a major version of Node; none where they have not been tried. */
export function findEngineFlags(use: EngineUse, major: string): readonly string[] {
  const early = EARLY_CODE[major];
  // V8 would print a flag that it does not know as an error.
  if (early === undefined) return [];
  return use === 'bot' ? [LARGE_CODE, early] : [LARGE_CODE];
}

/**
 * For the whole process, before its code is hot. From venue to strategy and back a rate passes
 * through more small functions than V8 puts together unasked, and a bot has its few orders before
 * V8 has seen enough of them.
 */
export function tuneEngine(use: EngineUse): void {
  const [major = ''] = versions.node.split('.');
  for (const flag of findEngineFlags(use, major)) setFlagsFromString(flag);
}
