// The very end of a session: last records, a complete journal, all that it held let go.
import type { LiveSessionParts } from './live-session-parts.js';
import type { SessionEnd } from './session-end.js';

type Proof = Pick<SessionEnd, 'isProven' | 'isVerified' | 'open'>;

/** What the journal says of an end. A journal that fails now is told by `journalFault`. */
export async function conclude(
  { control, gateway, journal, safeguards }: LiveSessionParts,
  proof: Proof,
  records: readonly { readonly type: string; readonly data: unknown }[],
): Promise<Proof & Pick<SessionEnd, 'endAt' | 'journalHead' | 'journalFault'>> {
  for (const { type, data } of records) journal.append(journal.stamp(), type, data);
  journal.sync();
  control?.close(journal.fault, proof.isProven);
  await gateway.close();
  journal.close();
  safeguards?.release();
  return {
    ...proof,
    endAt: journal.lastAt,
    journalHead: journal.head,
    journalFault: journal.fault,
  };
}
