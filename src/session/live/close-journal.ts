// The very end of a session: last records, a complete journal, all that it held let go.
import type { LiveSessionParts } from './live-session-parts.js';
import { RESUME_TYPE } from '../../recovery/index.js';
import { END_TYPE } from '../../records/index.js';
import type { SessionEnd } from './session-result.js';

type Proof = Pick<SessionEnd, 'isProven' | 'isVerified' | 'open'>;

/** What the journal says of an end. A journal that fails now is told by `journalFault`. */
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
