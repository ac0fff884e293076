// Ends a simulator together with the process that started it.
import type { Readable } from 'node:stream';
import type { Simulator } from '../settings.js';

/**
 * Closes the simulator when `input` ends: the pipe that the parent holds open on standard input,
 * closed by the system however the parent ends. What the parent writes is thrown away.
 */
export function endWithParent(simulator: Simulator, input: Readable = process.stdin): void {
  const end = () => void simulator.close();
  for (const event of ['end', 'close', 'error']) input.once(event, end);
  input.resume();
  if (input.readableEnded || input.destroyed) end();
  // An open pipe would keep the process from ending.
  void simulator.closed.then(() => input.destroy());
}
