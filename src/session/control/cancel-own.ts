// Cancels a bot's own orders from outside it: one by one, until two lists in a row show none.
import {
  createInstrument,
  type Instrument,
  type OrderEvent,
  type Result,
} from '../../domain/index.js';
import type { LoginSettings } from '../read-login.js';
import type { SafetyClient } from '../../client/index.js';
import type { VenueProfile } from '../../protocol/index.js';
import type { SessionPorts } from '../ports.js';

/** First part of every coId of ours. */
export const OWN_PREFIX = 'weir-';

/** Machine time that it goes on for, and between two rounds, milliseconds. */
export const GIVE_UP_MS = 60_000;
const ROUND_EVERY_MS = 250;
const CLEAN_ROUNDS = 2;

export interface CancelReport {
  /** The venue showed twice in a row that none is left. */
  readonly isProven: boolean;
  /** coIds that were asked to end. */
  readonly cancelled: readonly string[];
  /** Those that the last list still had. */
  readonly left: readonly string[];
  /** Why it is not proven, or empty. */
  readonly trouble: string;
  /** Machine time until the first cancel was handed over, and until the end; -1: none. */
  readonly firstCancelMs: number;
  readonly endMs: number;
}

/** What a look at the venue has shown so far, for who waits. */
export type CancelWatch = (look: Pick<CancelReport, 'left' | 'trouble'>) => void;

/** By process and time each request has a name of its own: a venue may drop what it has seen. */
interface CancelPorts {
  readonly clock: SessionPorts['clock'];
  readonly host: Pick<SessionPorts['host'], 'processId'>;
}

/**
 * A client that can cancel and ask, and nothing else. `instruments` are those of the bot's journal:
 * positions in others are read by the known terms of their symbol, or left out without any.
 */
export async function openSafety(
  { clock, http }: Pick<SessionPorts, 'clock' | 'http'>,
  login: LoginSettings,
  profile: VenueProfile | undefined,
  instruments: readonly Instrument[] = [],
): Promise<Result<SafetyClient>> {
  const { createSafetyClient } = await import('../../client/index.js');
  return createSafetyClient({
    ...login,
    ...(profile === undefined ? {} : { profile }),
    ...(http.createLane === undefined ? {} : { createLane: http.createLane }),
    machine: clock,
    now: () => clock.wallMillis() * 1_000,
    findInstrument: (symbol) => {
      const known = instruments.find((one) => one.symbol === symbol);
      if (known !== undefined) return known;
      const created = createInstrument(0, symbol, {});
      return created.ok ? created.value : undefined;
    },
  });
}

/** Never rejects. `prefix` is that of the bot's coIds; orders of others are left alone. */
export async function cancelOwn(
  client: SafetyClient,
  prefix: string,
  { clock, host }: CancelPorts,
  watch: CancelWatch = () => undefined,
): Promise<CancelReport> {
  const since = clock.monoMicros();
  const names = `outside.${String(host.processId)}.${since.toString(36)}`;
  const elapsed = () => (clock.monoMicros() - since) / 1_000;
  const cancelled = new Set<string>();
  let [firstCancelMs, clean, attempts] = [-1, 0, 0];
  let left: readonly string[] = [];
  let trouble = '';
  watch({ left, trouble });
  const login = await client.login();
  if (!login.ok) trouble = login.fault.message;
  while (clean < CLEAN_ROUNDS && elapsed() < GIVE_UP_MS) {
    const list = await client.activeOrders();
    if (list.class === 'data') {
      const own = list.value.filter(isOwn(prefix));
      left = own.map(({ coId }) => coId);
      clean = own.length === 0 ? clean + 1 : 0;
      trouble = '';
      if (own.length > 0 && firstCancelMs < 0) firstCancelMs = elapsed();
      for (const { coId } of own) cancelled.add(coId);
      attempts += 1;
      const round = attempts;
      const cancel = ({ orderId, coId }: OrderEvent) => {
        const name = `${coId}.${names}.${String(round)}`;
        return client.cancelOrder(orderId, name, () => `${name}.2`);
      };
      await Promise.all(own.map(cancel));
    } else {
      clean = 0;
      trouble = list.message;
    }
    watch({ left, trouble });
    if (clean < CLEAN_ROUNDS) await pause(clock, ROUND_EVERY_MS);
  }
  const isProven = clean === CLEAN_ROUNDS;
  return {
    ...{ isProven, left, trouble, firstCancelMs, endMs: elapsed() },
    cancelled: [...cancelled],
  };
}

function isOwn(prefix: string): (order: OrderEvent) => boolean {
  return ({ coId, orderId }) => coId.startsWith(prefix) && orderId !== '';
}

function pause(clock: SessionPorts['clock'], ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(ms, resolve);
  });
}
