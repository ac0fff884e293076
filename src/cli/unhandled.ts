// Explains errors of a strategy's own subscription, which RxJS reports outside the kernel's step.
import { config } from 'rxjs';
import { CommandError, EXIT } from './output.js';

export function explainUnhandled(error: unknown): string {
  const message = error instanceof Error ? error.message : JSON.stringify(error);
  return `a strategy's own subscription threw "${message}": return the stream from run instead`;
}

/**
 * Runs synchronous work, then waits for errors that RxJS reports later. An error of a subscription
 * ends the command with exit code 3.
 */
export async function withReports<T>(work: () => T): Promise<T> {
  const errors: unknown[] = [];
  config.onUnhandledError = (error) => {
    errors.push(error);
  };
  const result = work();
  await new Promise((resolve) => setTimeout(resolve, 0));
  if (errors.length > 0) throw new CommandError(explainUnhandled(errors[0]), EXIT.halted);
  return result;
}
