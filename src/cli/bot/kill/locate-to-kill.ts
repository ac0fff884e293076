// Finds the bots to kill with their states and logins.
import { setTimeout } from 'node:timers/promises';
import type { Result } from '../../../domain/index.js';
import { findBotsToKill, type KillPlace, type KillTarget } from '../../../control/index.js';
import { realPorts } from '../../../host/index.js';
import { forgetSecrets, SECRET_PORTS } from '../../venue/read-credentials.js';

/** Attempts and interval while a bot at its very first start creates its state. */
const LOOKS = 30;
const LOOK_EVERY_MS = 100;

/** Waits up to 3 s for a missing state, then creates it. */
export async function locateToKill(target: KillTarget): Promise<Result<readonly KillPlace[]>> {
  const find = (makes: boolean) => findBotsToKill(realPorts, target, SECRET_PORTS, makes);
  let found = find(false);
  for (let look = 0; look < LOOKS; look++) {
    if (found.ok || found.fault.code !== 'state.missing') break;
    await setTimeout(LOOK_EVERY_MS);
    found = find(false);
  }
  if (!found.ok && found.fault.code === 'state.missing') found = find(true);
  if (found.ok) for (const place of found.value) forgetSecrets(place);
  return found;
}
