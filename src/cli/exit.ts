// A command line to its exit code: what went wrong is printed here, and nowhere else.
import { CommandError, EXIT } from './output.js';
import { runCommandLine } from './parser.js';

export async function runToExitCode(words: readonly string[]): Promise<number> {
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
