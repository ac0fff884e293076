// Flags of the JavaScript engine by kind of process; they affect speed only.
import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that V8 may inline into one function; V8's own limit is 920. */
const LARGE_CODE = '--max-inlined-bytecode-size-cumulative=2000';
/**
 * When V8 optimizes a function, by the major version of Node: after 2,000 bytes of bytecode instead
 * of 67,584, or after 300 calls instead of 3,000.
 */
const EARLY_CODE: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=2000',
  22: '--invocation-count-for-turbofan=300',
  24: '--invocation-count-for-turbofan=300',
};

/** Kind of process: a backtest repeats one loop, a bot has an occasional order. */
export type EngineUse = 'backtest' | 'bot';

/** Flags for a use and a major version of Node; empty for untested versions. */
export function findEngineFlags(use: EngineUse, major: string): readonly string[] {
  const early = EARLY_CODE[major];
  // V8 prints an error for an unknown flag.
  if (early === undefined) return [];
  return use === 'bot' ? [LARGE_CODE, early] : [LARGE_CODE];
}

/**
 * Sets the flags for the whole process, before its code is hot. A rate passes through more small
 * functions, from venue to strategy and back, than V8 inlines by default, and a bot's orders are
 * too few for V8's usual optimization.
 */
export function tuneEngine(use: EngineUse): void {
  const [major = ''] = versions.node.split('.');
  for (const flag of findEngineFlags(use, major)) setFlagsFromString(flag);
}
