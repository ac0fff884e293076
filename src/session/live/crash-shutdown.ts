// Crash shutdown after a bug in Weir: every step runs even if the previous step failed.
import type { Kernel } from '../../kernel/index.js';
import { CLOSING_MS, type Shutdown } from './shutdown.js';
import type { closeJournal } from './close-journal.js';
import type { LiveSessionParts } from './live-session-parts.js';
import type { OrderEgress } from '../egress/order-egress.js';

export function toBug(error: unknown): Error {
  return error instanceof Error ? error : new Error(JSON.stringify(error));
}

/** Stops all orders that add risk, latches a halt of everything and cancels own orders. */
export function shutDownAfterBug(
  bug: Error,
  notify: (message: string) => void,
  egress: Pick<OrderEgress, 'cancelPast' | 'latchAll' | 'close'>,
  kernel: Pick<Kernel, 'listOpenOrders' | 'now'>,
  closing: Pick<Shutdown, 'begin'>,
): void {
  const reason = `a bug: ${bug.message}`;
  // First of all: the steps below may throw again.
  egress.close();
  const messages = [bug.stack ?? bug.message];
  const attempt = createAttempt((what) => messages.push(what));
  attempt(() => {
    closing.begin('halted', `bug: ${bug.message}`, CLOSING_MS);
  });
  attempt(() => {
    egress.latchAll(kernel.now, { rule: 'RC65', reason });
  });
  attempt(() => {
    egress.cancelPast(kernel.listOpenOrders());
  });
  for (const text of messages) notify(`a bug stopped the session: ${text}`);
}

/** Releases all resources of a session; none of its orders is proven to have ended. */
export function forceClose(
  bug: Error,
  { control, gateway, journal, safeguards, notify }: LiveSessionParts,
  open: readonly string[],
): Awaited<ReturnType<typeof closeJournal>> {
  notify(`a bug interrupted the shutdown of the session: ${bug.stack ?? bug.message}`);
  const attempt = createAttempt(notify);
  attempt(() => control?.close(journal.fault ?? bug.message, false));
  attempt(() => void gateway.close());
  attempt(() => {
    journal.close();
  });
  attempt(() => safeguards?.release());
  const { fault, head, lastAt } = journal;
  const proof = { isProven: false, isVerified: false, open };
  return { ...proof, endAt: lastAt, journalHead: head, journalFault: fault };
}

function createAttempt(notify: (message: string) => void): (act: () => unknown) => void {
  return (act) => {
    try {
      act();
    } catch (error) {
      notify(`a further step of the shutdown failed: ${toBug(error).message}`);
    }
  };
}
