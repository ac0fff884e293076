// Runs a command line and returns its exit code; only this file prints faults.
import { escapeText } from '../domain/index.js';
import { freezeBeforeStrategies } from '../host/index.js';
import type { FirstKill } from './bot/kill/latch-first.js';
import { CommandError, EXIT } from './output.js';
import { runCommandLine } from './parser/parser.js';

/**
 * `ownsProcess`: only Weir and strategies run in this process or thread. `first` is the result of
 * the kill step that ran before this file was loaded.
 */
export async function runToExitCode(
  words: readonly string[],
  ownsProcess = false,
  first?: FirstKill,
): Promise<number> {
  if (ownsProcess) freezeBeforeStrategies();
  try {
    return await runCommandLine(words, first);
  } catch (error) {
    if (error instanceof CommandError) {
      if (error.message !== '') process.stderr.write(`${escapeText(error.message)}\n`);
      return error.exitCode;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`weir: a bug in Weir, please report it:\n${escapeText(text)}\n`);
    return EXIT.bug;
  }
}
