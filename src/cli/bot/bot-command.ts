// Shared by the commands to a bot: finds its state, reads typed input, formats its status.
import { createInterface } from 'node:readline';
import { escapeLine } from '../../domain/index.js';
import { type BotPlace, type BotStatus, findBot } from '../../control/index.js';
import { describeIdentity } from '../../state/index.js';
import { realPorts } from '../../host/index.js';
import { EXIT, unwrap } from '../output.js';
import { forgetSecrets, SECRET_PORTS } from '../venue/read-credentials.js';
import { keepFilesPrivate } from '../private-files.js';

/** Exit code of a command that is done but whose result is not proven. */
export const NOT_PROVEN = EXIT.halted;

export interface BotArguments {
  readonly config: string;
  readonly state?: string | undefined;
}

export function locateBot({ config, state }: BotArguments): BotPlace {
  keepFilesPrivate();
  const place = unwrap(findBot(realPorts, config, state, SECRET_PORTS));
  forgetSecrets(place.plan);
  return place;
}

/** The first line of the input; empty if there is none. */
export async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    process.stdin.destroy();
    return line;
  }
  return '';
}

const OVERDUE =
  'its counters still apply, as no response of the venue since the start is dated after it';

function describeMode({ lastAt, mode }: BotStatus): string {
  if (mode !== 'ended' && mode !== 'dead') return mode;
  if (lastAt === undefined) return `${mode}, no session in its journal`;
  if (mode === 'ended') return `ended ${lastAt}, its orders proven ended`;
  return `dead, last record ${lastAt}, its orders not proven ended`;
}

const AS_OF_JOURNAL =
  'orders according to the journal: an order that is open there may have ended since';

const LEFT_ALONE =
  'own orders stay at the venue (onSeriousError: freeze): `weir kill` cancels them';

/** Formats the status as lines for the terminal. */
export function formatStatus(status: BotStatus): string {
  const { identity, tag, isFrozen, epoch, guard, halts, hasKillFile, killFile, orders } = status;
  const { overdueDay, overrides, packs, parents, pauses, positions } = status;
  const { cash, dated } = status;
  const { refusal, words = [] } = status;
  const asOfJournal = status.mode === 'dead' || status.mode === 'blocked';
  const tagged = tag === undefined ? '' : `, tag ${tag}`;
  const guarded = guard === 'off' ? '' : `, watchdog ${guard}`;
  const place = `${describeIdentity(identity)} (${identity.environment})`;
  return [
    `${describeMode(status)}: ${place}, epoch ${String(epoch)}${tagged}${guarded}`,
    ...(refusal === '' ? [] : [`no new order is sent: ${refusal}`]),
    ...(hasKillFile ? [`control/KILL exists: ${killFile}`] : []),
    ...halts.map(formatHalts),
    ...(isFrozen && orders.length > 0 ? [LEFT_ALONE] : []),
    ...packs.map((file) => `support bundle ${file}`),
    ...overrides.map(formatOverride),
    ...pauses.map((reason) => `pause: ${reason}`),
    ...(overdueDay === '' ? [] : [`the FX day ended ${overdueDay}: ${OVERDUE}`]),
    ...(asOfJournal && orders.length > 0 ? [AS_OF_JOURNAL] : []),
    ...orders.map((one) => {
      const { coId, filled, price, side, size, state, symbol } = one;
      return `order ${coId} ${side} ${filled}/${size} ${symbol} at ${price} ${state}`;
    }),
    ...words.map(({ as, by, coId, reason }) => {
      return `order ${coId} resolved as ${as} from the next start on: ${reason} [${by}]`;
    }),
    ...positions.map(({ amount, strategy, symbol }) => `position ${strategy} ${symbol} ${amount}`),
    ...dated.map(({ amount, symbol, valueDate }) => `settles ${valueDate}: ${symbol} ${amount}`),
    ...cash.map(({ amount, currency }) => `settled ${currency} ${amount}`),
    ...parents
      .filter(({ state }) => state === 'WORKING' || state === 'HELD')
      .map(({ filled, key, side, size, state, strategy, symbol }) => {
        return `parent ${strategy}/${key} ${side} ${filled}/${size} ${symbol} ${state}`;
      }),
  ]
    .map(escapeLine)
    .join('\n');
}

/** A halt in force with its scope. */
export function formatHalts(halt: BotStatus['halts'][number]): string {
  const { cause, id, reason, scope, strategy, symbol, who } = halt;
  const place = [scope, strategy, symbol].filter((word) => word !== '').join(' ');
  return `halt ${id} of ${place}: ${cause}: ${reason} [${who}]`;
}

function formatOverride(one: BotStatus['overrides'][number]): string {
  const { by, cap, endsAt, id, key, reason, rule, scope, secondsLeft } = one;
  const place = [scope, key].join(' ').trim();
  const time = `until ${endsAt} (${String(secondsLeft)} s left)`;
  return `override ${id} of ${rule} for ${place} up to ${String(cap)} ${time}: ${reason} [${by}]`;
}
