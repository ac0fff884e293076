// Connects to the venue: logs in, learns its "no result" response, reads reference data.
import type { BotEvent } from '../../domain/events/index.js';
import { fail, type Instrument, ok, type Result } from '../../domain/index.js';
import { NEVER_USED } from '../../domain/orders/index.js';
import { isFatalServerError } from '../../domain/venue/index.js';
import type { LoginInfo, ReadOutcome } from '../../client/index.js';
import { LOGIN_LOST } from '../../protocol/index.js';
import { toPollEvent } from '../../polling/index.js';
import type { RemotePorts } from './ports.js';
import { toBackOff } from './retry-delays.js';

/** The client has tried to log in again already; a repeated query would not change the response. */
const UNAUTHORIZED = 401;

/**
 * Events of a successful start: the calibration, then for each instrument its reference data, or a
 * `reference` poll when the venue has none. Fault codes: those of the login, and
 * `gateway.calibration`.
 */
export async function openVenue(
  ports: RemotePorts,
  instruments: readonly Instrument[],
): Promise<Result<readonly BotEvent[]>> {
  const { client } = ports;
  const login = await logIn(ports);
  if (!login.ok) return login;
  const unknown = await readOften(ports, 'calibration', () => client.orderByCoId(NEVER_USED));
  if (unknown.class !== 'empty') {
    const found = unknown.class === 'data' ? 'an order' : unknown.message;
    return fail(
      'gateway.calibration',
      `query of coId ${NEVER_USED}, which was never used: expected no result, found ${found}; ` +
        'without this response Weir cannot recognize a lost order: check status and body of ' +
        '"no result" in the profile',
    );
  }
  const events: BotEvent[] = [
    { type: 'calibration', subject: 'order-by-coId', emptyStatus: unknown.status },
  ];
  for (const { symbol } of instruments) {
    const terms = await readOften(ports, symbol, () => client.symbolReference(symbol));
    events.push(
      terms.class === 'data'
        ? { type: 'reference', symbol, terms: terms.value }
        : toPollEvent('reference', symbol, terms),
    );
  }
  return ok(events);
}

/** Retries a login whose response was lost; a refused login is not retried. */
async function logIn({
  client,
  poller,
  wait,
  random,
  tries: { find },
}: RemotePorts): Promise<Result<LoginInfo>> {
  const jitter = random('open/login');
  for (let tries = 1; ; tries++) {
    const login = await poller.requestNow('safety', () => client.login());
    if (login.ok || login.fault.code !== LOGIN_LOST || tries >= find.max) return login;
    await wait(toBackOff(tries, jitter, find));
  }
}

/** A serious error halts everything, so nothing is queried again. */
const isFinal = (status: number): boolean => status === UNAUTHORIZED || isFatalServerError(status);

/** A read that is retried unless its failure concerns the login. */
export async function readOften<T>(
  { poller, wait, random, mayRepeat, tries: { find } }: RemotePorts,
  name: string,
  read: () => Promise<ReadOutcome<T>>,
): Promise<ReadOutcome<T>> {
  const jitter = random(`open/${name}`);
  for (let tries = 1; ; tries++) {
    const outcome = await poller.requestNow('safety', read);
    const isOver = outcome.class !== 'failed' || isFinal(outcome.status);
    if (isOver || tries >= find.max) return outcome;
    await wait(toBackOff(tries, jitter, find));
    if (!mayRepeat()) return outcome;
  }
}
