// What `weir kill` says while it works, and of orders that it could not prove ended.
import type { CancelLook, KillPlace } from '../../session/index.js';

/** Where the bot of a kill trades. */
type KilledAt = Pick<KillPlace['state']['identity'], 'baseUrl' | 'login'>;

/** Until the venue has shown twice that nothing is left. */
export function describeCancelling(
  { baseUrl, login }: KilledAt,
  { giveUpMs, left, trouble }: CancelLook,
  waitedMs: number,
): string {
  const found = trouble === '' && left.length > 0 ? `left: ${left.join(' ')}` : trouble;
  const most = String(giveUpMs / 1_000);
  const seconds = `${String(Math.floor(waitedMs / 1_000))} of ${most} s`;
  const words = `cancelling the bot's orders as ${login} at ${baseUrl}, ${seconds}`;
  return found === '' ? words : `${words}: ${found}`;
}

/** `left` is undefined where nobody could ask. */
export function describeDoubt(
  { baseUrl, login }: KilledAt,
  left: readonly string[] | undefined,
  trouble: string,
): string {
  const isKnown = left !== undefined && left.length > 0;
  const which = isKnown ? left.join(' ') : 'which own orders are left is not known';
  const why = trouble === '' ? '' : `: ${trouble}`;
  const place = `${login} at ${baseUrl}`;
  return `NOT PROVEN ENDED: ${which}${why}: look at the venue before anything else (${place})`;
}
