// The end of a session whose own code broke: each step is tried, whatever the one before came to.
import type { Kernel } from '../../kernel/index.js';
import { CLOSING_MS, type Shutdown } from './shutdown.js';
import type { closeJournal } from './close-journal.js';
import type { LiveSessionParts } from './live-session-parts.js';
import type { OrderEgress } from '../egress/order-egress.js';

export function toBug(error: unknown): Error {
  return error instanceof Error ? error : new Error(JSON.stringify(error));
}

/** Nothing that takes risk leaves any more; everything is latched; own orders are cancelled. */
export function shutDownAfterBug(
  bug: Error,
  notify: (message: string) => void,
  outlet: Pick<OrderEgress, 'cancelPast' | 'latchAll' | 'close'>,
  kernel: Pick<Kernel, 'listOpenOrders' | 'now'>,
  closing: Pick<Shutdown, 'begin'>,
): void {
  const reason = `a bug: ${bug.message}`;
  // The flag first: what follows may throw once more.
  outlet.close();
  const told = [bug.stack ?? bug.message];
  const attempt = createAttempt((what) => told.push(what));
  attempt(() => {
    closing.begin('halted', `bug: ${bug.message}`, CLOSING_MS);
  });
  attempt(() => {
    outlet.latchAll(kernel.now, { rule: 'RC65', reason });
  });
  attempt(() => {
    outlet.cancelPast(kernel.listOpenOrders());
  });
  for (const text of told) notify(`a bug stopped the session: ${text}`);
}

/** Lets everything go that a session holds; nothing is proven of its orders. */
export function forceClose(
  bug: Error,
  { control, gateway, journal, safeguards, notify }: LiveSessionParts,
  open: readonly string[],
): Awaited<ReturnType<typeof closeJournal>> {
  notify(`a bug kept the session from its end: ${bug.stack ?? bug.message}`);
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
      notify(`and then: ${toBug(error).message}`);
    }
  };
}
