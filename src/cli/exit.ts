// A command line to its exit code: what went wrong is printed here, and nowhere else.
import { freezeBeforeStrategies } from '../session/index.js';
import { CommandError, EXIT } from './output.js';
import { runCommandLine } from './parser.js';

/** `ownsProcess`: nothing but Weir runs in this process or thread. */
export async function runToExitCode(
  words: readonly string[],
  ownsProcess = false,
): Promise<number> {
  if (ownsProcess) freezeBeforeStrategies();
  try {
    return await runCommandLine(words);
  } catch (error) {
    if (error instanceof CommandError) {
      if (error.message !== '') process.stderr.write(`${error.message}\n`);
      return error.exitCode;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`weir: a bug in Weir, please report it:\n${text}\n`);
    return EXIT.bug;
  }
}
