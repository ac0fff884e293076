// Last steps of a session: writes the end records, closes journal and connections, releases the
// locks.
import type { LiveSessionParts } from './live-session-parts.js';
import { RESUME_TYPE } from '../../recovery/index.js';
import { END_TYPE } from '../../records/index.js';
import type { SessionEnd } from './session-result.js';

type Proof = Pick<SessionEnd, 'isProven' | 'isVerified' | 'open'>;

/** Closes a session. `journalFault` reports a journal that fails now. */
export async function closeJournal(
  { control, gateway, journal, safeguards }: LiveSessionParts,
  proof: Proof,
  digest: string,
): Promise<Proof & Pick<SessionEnd, 'endAt' | 'journalHead' | 'journalFault'>> {
  const resume = control?.takeResume();
  journal.append(journal.stamp(), END_TYPE, { digest });
  if (resume !== undefined) journal.append(journal.stamp(), RESUME_TYPE, resume);
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
