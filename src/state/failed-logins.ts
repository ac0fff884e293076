// Refused logins of a user, kept in the state directory: repeated calls or restarts with a wrong
// password would lock the account too (RC54).
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Credentials, FailedLoginStore } from '../client/index.js';
import { MILLISECOND } from '../domain/index.js';
import { isSystemError, readWhole, replaceFile } from '../journal/index.js';
import { parseJson } from '../protocol/index.js';
import type { SessionPorts } from '../host/index.js';
import { openStateDirectory, toStateDirectory } from './directory.js';
import { spellPlace, type StateIdentity } from './identity.js';

/** File in the control directory; an operator may remove it. */
export const REFUSED_LOGINS = 'refused-logins';
/** Most entries kept, more than the client ever counts. */
const MOST = 100;
/** Hexadecimal digits of a tag. */
const TAG_DIGITS = 4;

/** Milliseconds that an entry may lie ahead of the wall clock and still count. */
const MOST_AHEAD = 600_000;

/** Wall clock, epoch milliseconds, oldest first, each with the tag of the refused secret. */
const fileSchema = z.strictObject({
  v: z.literal(1),
  refused: z.array(z.strictObject({ at: z.int(), tag: z.string() })).max(MOST),
});
type Refused = z.output<typeof fileSchema>['refused'];

/**
 * Counts refused logins with the same secret, so that a new secret is tried at once. An unreadable
 * file counts as empty, and a failed write is ignored: each client counts its own refusals anyway.
 */
export function keepRefusals(
  { clock, disk, host }: Pick<SessionPorts, 'clock' | 'disk' | 'host'>,
  state: string,
  identity: StateIdentity,
  login: Credentials,
): FailedLoginStore {
  const { drawTag, processId, userId } = host;
  const { control } = toStateDirectory(state, identity);
  const tag = 'password' in login ? toTag(identity, login.password) : '';
  const read = (): Refused => {
    const text = unlessDiskFails(() => readWhole(disk, control, REFUSED_LOGINS));
    const found = fileSchema.safeParse(parseJson(text ?? ''));
    return found.success ? found.data.refused : [];
  };
  return {
    place: join(control, REFUSED_LOGINS),
    ages: () => {
      const now = clock.wallMillis();
      // An entry slightly in the future counts as now. One further ahead is ignored, since it would
      // count for ever.
      const counted = read().filter((one) => one.tag === tag && one.at < now + MOST_AHEAD);
      return counted.map(({ at }) => Math.max(0, now - at) * MILLISECOND);
    },
    add: () => {
      const opened = openStateDirectory({ disk, userId, drawTag }, state, identity);
      if (!opened.ok) return;
      const refused = [...read(), { at: Math.floor(clock.wallMillis()), tag }].slice(-MOST);
      const text = `${JSON.stringify({ v: 1, refused })}\n`;
      unlessDiskFails(() =>
        replaceFile(disk, control, REFUSED_LOGINS, text, { writer: processId }),
      );
    },
  };
}

/** Detects a changed secret; 16 bits of a hash do not reveal it. */
function toTag({ baseUrl, login }: StateIdentity, secret: string): string {
  const key = `${login}\n${spellPlace(baseUrl)}`;
  const digest = createHmac('sha256', key).update(secret).digest('hex');
  return digest.slice(0, TAG_DIGITS);
}

function unlessDiskFails<T>(attempt: () => T): T | undefined {
  try {
    return attempt();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return undefined;
  }
}
