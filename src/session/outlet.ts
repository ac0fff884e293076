// The only way out of a session: the egress gate and the write in one tick. And its halts' way to
// the disk.
import type { Halt } from '../domain/index.js';
import type { Stamp } from '../journal/index.js';
import type { OpenOrder } from '../kernel/index.js';
import { approveCancel } from '../risk/index.js';
import { findEgressRefusal } from './egress.js';
import { hashText } from './header.js';
import type { LiveSessionParts } from './live-session-parts.js';
import type { Outgoing } from './records.js';

export class Outlet {
  readonly #parts: LiveSessionParts;
  readonly #isHalted: () => boolean;
  readonly #sent: string[] = [];

  constructor(parts: LiveSessionParts, isHalted: () => boolean) {
    this.#parts = parts;
    this.#isHalted = isHalted;
  }

  /** coIds of all orders that may have left, oldest first. */
  get sent(): readonly string[] {
    return this.#sent;
  }

  /** Why the command did not leave, or undefined when it did. */
  letOut(outgoing: Outgoing, approved: Stamp): string | undefined {
    const { command } = outgoing;
    const { control, gateway, journal, ports, safeguards, venueWatch } = this.#parts;
    const body = command.kind === 'place' ? gateway.encode(command) : '';
    const refusal = findEgressRefusal(outgoing, {
      isHalted: this.#isHalted(),
      kill: control?.refusal,
      guard: safeguards?.refusal,
      journalFault: journal.fault,
      hasRoom: gateway.budget.has('trading', approved.session),
      clockStep: venueWatch?.step ?? 0,
      machineNow: ports.clock.monoMicros(),
      approvedAt: approved.mono,
      sha256: hashText(body),
    });
    if (refusal !== undefined) return refusal;
    if (command.kind === 'place' && command.attempt === 1) this.#sent.push(command.coId);
    gateway.send(command);
    return undefined;
  }

  /** Cancels orders past a kernel that cannot be trusted any more. */
  cancelPast(open: readonly OpenOrder[]): void {
    for (const { coId, orderId } of open) {
      this.#parts.gateway.send(approveCancel({ kind: 'cancel', coId, orderId, intentId: 0 }));
    }
  }

  /** Makes a halt outlive the process that the journal, if at all, has under this number. */
  latch(halt: Halt, seq: number): void {
    const { ports, safeguards, tell } = this.#parts;
    const failed = safeguards?.latch(halt, seq, Math.floor(ports.clock.wallMillis()));
    if (failed !== undefined) tell(failed);
  }
}
