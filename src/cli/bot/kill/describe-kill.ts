// Messages of `weir kill` about its progress and about orders that are not proven ended.
import type { CancelLook, CancelReport, KillPlace } from '../../../control/index.js';

/** Venue and login of the killed bot. */
type KilledAt = Pick<KillPlace['state']['identity'], 'baseUrl' | 'login'>;

/** Shown until two reads of the venue found no order left. */
export function describeCancelling(
  { baseUrl, login }: KilledAt,
  { giveUpMs, left, trouble }: CancelLook,
  waitedMs: number,
): string {
  const found = trouble === '' && left.length > 0 ? `left: ${left.join(' ')}` : trouble;
  const most = String(giveUpMs / 1_000);
  const seconds = `${String(Math.floor(waitedMs / 1_000))} of ${most} s`;
  const message = `cancelling the bot's orders as ${login} at ${baseUrl}, ${seconds}`;
  return found === '' ? message : `${message}: ${found}`;
}

/** `left` is undefined if the venue could not be read. */
export function describeNotProven(
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

/** For `--all-bots`: result for the orders of the other bots on the login. */
export function describeOtherBots(cancels: CancelReport | string): string {
  const doubt = 'NOT PROVEN ENDED: orders of other bots of Weir on this login';
  if (typeof cancels === 'string') return `${doubt}: ${cancels}`;
  const { cancelled, isProven, left, trouble } = cancels;
  if (!isProven) {
    const which = left.length === 0 ? 'which are left is not known' : left.join(' ');
    return `${doubt}: ${which}${trouble === '' ? '' : `: ${trouble}`}`;
  }
  if (cancelled.length === 0) return 'no other bot of Weir has an order on this login';
  const tags = [...new Set(cancelled.map((coId) => coId.replace(/-.*/s, '')))].join(', ');
  const count = `${String(cancelled.length)} orders of other bots cancelled (${tags})`;
  return `${count}; these bots go on: stop each with a \`weir kill\` of its own`;
}

/** Orders of some Weir bot, if the state does not say which tag its own bot had. */
export function describeUnsure(coIds: readonly string[]): string {
  const why = 'the state does not say which tag its bot had, and these may be its orders';
  return `${why}: ${coIds.join(' ')}: \`--all-bots\` cancels them`;
}
