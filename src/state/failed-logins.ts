// Refused logins of a user, kept in his state directory: a wrong password that is tried by call
// after call, or by a bot that is started again and again, locks the account as surely (RC54).
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

/** Beside the halts; a person removes it. */
export const REFUSED_LOGINS = 'refused-logins';
/** More than are ever counted. */
const MOST = 100;
/** Hexadecimal. */
const TAG_DIGITS = 4;

/** What may lie ahead of the wall clock and still count, milliseconds. */
const MOST_AHEAD = 600_000;

/** Wall clock, epoch milliseconds, oldest first, with the tag of the secret that was refused. */
const fileSchema = z.strictObject({
  v: z.literal(1),
  refused: z.array(z.strictObject({ at: z.int(), tag: z.string() })).max(MOST),
});
type Refused = z.output<typeof fileSchema>['refused'];

/**
 * Those of the same secret: a new one is tried at once. A file that cannot be read holds none, and
 * one that cannot be written is left: each client counts its own all the same.
 */
export function keepRefusals(
  { clock, disk, host }: Pick<SessionPorts, 'clock' | 'disk' | 'host'>,
  state: string,
  identity: StateIdentity,
  login: Credentials,
): FailedLoginStore {
  const { drawTag, processId, userId } = host;
  const { control } = toStateDirectory(state, identity);
  const tag = 'password' in login ? toTag(identity, spellPlace, login.password) : '';
  // An earlier version took the base URL as it was spelled.
  const former = 'password' in login ? toTag(identity, String, login.password) : '';
  const read = (): Refused => {
    const text = unlessDiskFails(() => readWhole(disk, control, REFUSED_LOGINS));
    const found = fileSchema.safeParse(parseJson(text ?? ''));
    return found.success ? found.data.refused : [];
  };
  return {
    place: join(control, REFUSED_LOGINS),
    ages: () => {
      const now = clock.wallMillis();
      // A clock that was set back a little makes none younger than now; one that was set back by
      // more would keep them for ever.
      const isSame = (one: Refused[number]) => one.tag === tag || one.tag === former;
      const counted = read().filter((one) => isSame(one) && one.at < now + MOST_AHEAD);
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

/** Tells a changed secret from the same; 16 bits of a hash tell nobody what it is. */
function toTag(
  { baseUrl, login }: StateIdentity,
  spell: (baseUrl: string) => string,
  secret: string,
): string {
  const key = `${login}\n${spell(baseUrl)}`;
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
