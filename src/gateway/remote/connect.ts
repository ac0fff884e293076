// The first talk with the venue: log in, learn its "no result", read the symbols' terms.
import {
  type BotEvent,
  fail,
  type Instrument,
  isFatalServerError,
  NEVER_USED,
  ok,
  type Result,
} from '../../domain/index.js';
import type { LoginInfo, ReadOutcome } from '../../client/index.js';
import { LOGIN_LOST } from '../../protocol/index.js';
import { toPollEvent } from '../../polling/index.js';
import type { RemotePorts } from './ports.js';
import { toBackOff } from './retry-delays.js';

/** The client has done what it can about who we are: asking again would change nothing. */
const UNAUTHORIZED = 401;

/**
 * The events of a good start: the calibration, then per instrument its reference data or, when the
 * venue has none, a `reference` poll. Fault codes: those of the login, and `gateway.calibration`.
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
      `query of coId ${NEVER_USED}, which was never used: expected no result, found ${found}`,
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

/** A login is tried again while its answers are lost: one that the venue refuses is not. */
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

/** After a server fault nothing is asked a second time: everything halts. */
const isFinal = (status: number): boolean => status === UNAUTHORIZED || isFatalServerError(status);

/** A read that is tried again while it fails for other reasons than who asks. */
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
