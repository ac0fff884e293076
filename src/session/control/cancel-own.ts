// Cancels a bot's own orders from outside it: one by one, until two lists in a row show none.
import {
  createInstrument,
  type Instrument,
  MILLISECOND,
  ok,
  type OrderEvent,
  type Result,
} from '../../domain/index.js';
import type { LoginSettings } from '../read-login.js';
import type { SafetyClient } from '../../client/index.js';
import type { FindInstrument, VenueProfile } from '../../protocol/index.js';
import type { SessionPorts } from '../ports.js';
import { CancelRounds, VenuePace } from './cancel-pace.js';

/** First part of every coId of ours. */
export const OWN_PREFIX = 'weir-';

const CLEAN_ROUNDS = 2;

export interface CancelReport {
  /** The venue showed twice in a row that none is left. */
  readonly isProven: boolean;
  /** coIds that were asked to end. */
  readonly cancelled: readonly string[];
  /** Those that the last list still had. */
  readonly left: readonly string[];
  /** Orders of the login that are not the bot's, by the last list. */
  readonly others: readonly string[];
  /** Why it is not proven, or empty. */
  readonly trouble: string;
  /** The venue answered cancels with a serious error: when they are over it is a person's turn. */
  readonly isSlow: boolean;
  /** Machine time until the first cancel was handed over, and until the end; -1: none. */
  readonly firstCancelMs: number;
  readonly endMs: number;
}

/** What a look at the venue has shown so far, for who waits. */
export interface CancelLook extends Pick<CancelReport, 'left' | 'trouble'> {
  /** Machine time from the begin after which nothing more is tried. */
  readonly giveUpMs: number;
}

export type CancelWatch = (look: CancelLook) => void;

/** A client that can cancel and ask, and knows what the venue's answers ask of it. */
export interface OutsideClient extends SafetyClient {
  readonly pace: VenuePace;
}

/** By process and time each request has a name of its own: a venue may drop what it has seen. */
interface CancelPorts {
  readonly clock: SessionPorts['clock'];
  readonly host: Pick<SessionPorts['host'], 'processId'>;
}

/**
 * A client that can cancel and ask, and nothing else. `instruments` are those of the bot's journal:
 * positions in others are read by the known terms of their symbol, or left out without any.
 * Without them only names and states of orders are read, which no size or price can make fail.
 */
export async function openSafety(
  { clock, http }: Pick<SessionPorts, 'clock' | 'http'>,
  login: LoginSettings,
  profile: VenueProfile | undefined,
  instruments?: readonly Instrument[],
): Promise<Result<OutsideClient>> {
  const { createSafetyClient, findWait } = await import('../../client/index.js');
  const pace = new VenuePace();
  const created = createSafetyClient({
    ...login,
    ...(profile === undefined ? {} : { profile }),
    ...(http.createLane === undefined ? {} : { createLane: http.createLane }),
    machine: clock,
    now: () => clock.wallMillis() * 1_000,
    findInstrument: instruments === undefined ? () => undefined : toFinder(instruments),
    onCall: ({ exchange }) => {
      pace.see(exchange.status, exchange.ok ? findWait(exchange) / MILLISECOND : 0);
    },
  });
  return created.ok ? ok({ ...created.value, pace }) : created;
}

function toFinder(instruments: readonly Instrument[]): FindInstrument {
  return (symbol) => {
    const known = instruments.find((one) => one.symbol === symbol);
    if (known !== undefined) return known;
    const created = createInstrument(0, symbol, {});
    return created.ok ? created.value : undefined;
  };
}

/** Never rejects. `prefix` is that of the bot's coIds; orders of others are left alone. */
export async function cancelOwn(
  client: OutsideClient,
  prefix: string,
  { clock, host }: CancelPorts,
  watch: CancelWatch = () => undefined,
): Promise<CancelReport> {
  const since = clock.monoMicros();
  const names = `outside.${String(host.processId)}.${since.toString(36)}`;
  const elapsed = () => (clock.monoMicros() - since) / MILLISECOND;
  const rounds = new CancelRounds();
  const cancelled = new Set<string>();
  let [firstCancelMs, clean] = [-1, 0];
  let left: readonly string[] = [];
  let others: readonly string[] = [];
  let trouble = '';
  const tell = () => {
    watch({ left, trouble, giveUpMs: rounds.giveUpMs });
  };
  tell();
  while (clean < CLEAN_ROUNDS && elapsed() < rounds.giveUpMs) {
    const list = await client.activeOrders();
    if (list.class === 'data') {
      const own = list.value.filter(({ coId }) => coId.startsWith(prefix));
      left = own.map(({ coId }) => coId);
      others = toOthers(list.value, prefix);
      clean = own.length === 0 ? clean + 1 : 0;
      trouble = '';
      if (own.length > 0 && firstCancelMs < 0) firstCancelMs = elapsed();
      for (const { coId } of own) cancelled.add(coId);
      await Promise.all(own.map((order) => cancelOnce(client, rounds, order, names, elapsed())));
    } else {
      clean = 0;
      trouble = list.message;
    }
    tell();
    if (clean < CLEAN_ROUNDS) await pause(clock, client.pace.next(list.class !== 'data'));
  }
  return {
    ...{ isProven: clean === CLEAN_ROUNDS, left, trouble, isSlow: rounds.isSlow },
    ...{ cancelled: [...cancelled], others, firstCancelMs, endMs: elapsed() },
  };
}

/** Orders of the login that are not the bot's; none where the venue does not say. */
export async function listOthers(client: SafetyClient, prefix: string): Promise<readonly string[]> {
  const list = await client.activeOrders();
  return list.class === 'data' ? toOthers(list.value, prefix) : [];
}

function toOthers(orders: readonly OrderEvent[], prefix: string): readonly string[] {
  return orders.flatMap(({ coId }) => (coId.startsWith(prefix) ? [] : [coId]));
}

/** Cancels an order when it is its time; a list need not say by which id. */
async function cancelOnce(
  client: SafetyClient,
  rounds: CancelRounds,
  { coId, orderId: listed }: OrderEvent,
  names: string,
  nowMs: number,
): Promise<void> {
  const round = rounds.take(coId, nowMs);
  if (round === undefined) return;
  const orderId = listed === '' ? await findId(client, coId) : listed;
  if (orderId === '') return;
  const name = `${coId}.${names}.${String(round)}`;
  const { status } = await client.cancelOrder(orderId, name, () => `${name}.2`);
  rounds.answered(status);
}

async function findId(client: SafetyClient, coId: string): Promise<string> {
  const found = await client.orderByCoId(coId);
  return found.class === 'data' ? found.value.orderId : '';
}

function pause(clock: SessionPorts['clock'], ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(ms, resolve);
  });
}
