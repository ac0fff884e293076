// Random lives of orders for whatever follows them: plausible ones, and hostile ones.
//
// A small venue with its own truth answers most of the time; the rest is disorder: words out of
// turn, repeats, late fills, second venue ids, words nobody knows, crashes anywhere.
import type {
  ModelInput,
  Observation,
  SendOutcome,
  Terms,
  TradeRecord,
} from './order-model-inputs.js';

const SECOND = 1_000_000;

interface Truth {
  readonly coId: string;
  readonly orderId: string;
  readonly terms: Terms;
  isAtVenue: boolean;
  isSending: boolean;
  word: string;
  cum: number;
  changedAt: number;
  readonly trades: TradeRecord[];
}

interface World {
  readonly random: () => number;
  now: number;
  readonly orders: Truth[];
  trades: number;
  readonly inputs: ModelInput[];
}

const LIVE = ['RECEIVED', 'NEW', 'PARTIALLY_FILLED', 'PENDING_CANCEL', 'SUSPENDED'];
const WORDS = [
  ...['NEW', 'new', 'PARTIALLY_FILLED', 'PARTIAL', 'FILLED', 'PENDING_CANCEL', 'CANCELED'],
  ...['CANCELLED', 'REPLACED', 'SUSPENDED', 'PAUSED', 'REJECTED', 'EXPIRED', 'FAILED'],
  ...['RECEIVED', 'DONE_FOR_DAY', 'Stopped', ''],
];
const REASONS = ['NoLiquidity', 'RequestValidationError.amount', 'SeriousError', 'Because', ''];
const FAULTS: readonly SendOutcome[] = [
  ...([500, 502, 401, 403, 404, 408, 429, 422, 204, 302] as const).map(
    (status) => ({ kind: 'http', status }) as const,
  ),
  { kind: 'http', status: 400 },
  { kind: 'http', status: 400, code: 'conflict' },
  { kind: 'http', status: 400, code: 'RequestValidationError.New' },
  { kind: 'http', status: 400, code: 'RequestValidationError.DuplicateOrder' },
  { kind: 'http', status: 202, echo: 'differs' },
  { kind: 'http', status: 202, echo: 'unreadable' },
  { kind: 'transport', outcome: 'timeout' },
  { kind: 'transport', outcome: 'reset' },
  { kind: 'transport', outcome: 'cut-short' },
];
const NOT_SENT: readonly SendOutcome[] = [
  { kind: 'transport', outcome: 'connect-refused' },
  { kind: 'transport', outcome: 'dns' },
];

function int(world: World, from: number, to: number): number {
  return from + Math.floor(world.random() * (to - from + 1));
}

function pick<T>(world: World, all: readonly T[]): T {
  const one = all[int(world, 0, all.length - 1)];
  if (one === undefined) throw new Error('a draw from nothing');
  return one;
}

function chance(world: World, share: number): boolean {
  return world.random() < share;
}

/** At least `length` inputs in order of time; the same draws give the same ones. */
export function generateSequence(random: () => number, length: number): ModelInput[] {
  const world: World = { random, now: SECOND, orders: [], trades: 0, inputs: [] };
  if (chance(world, 0.3)) {
    world.inputs.push({ at: world.now, kind: 'parent', key: 'parent', total: 1000 });
  }
  while (world.inputs.length < length) {
    world.now += chance(world, 0.1) ? int(world, 1, 90) * SECOND : int(world, 1, 2 * SECOND);
    if (world.orders.length === 0 || chance(world, 0.12)) make(world);
    else stepOrder(world, pick(world, world.orders.slice(-6)));
  }
  return world.inputs;
}

/** Makes an order and sends it, as far as the crash, the gate or the line lets it. */
function make(world: World): void {
  const count = world.orders.length + 1;
  const coId = chance(world, 0.02) ? 'bot-1' : `bot-${count}`;
  const truth: Truth = {
    ...{ coId, orderId: `v${count}`, terms: drawTerms(world) },
    ...{ isAtVenue: false, isSending: false, word: 'RECEIVED', cum: 0, changedAt: world.now },
    trades: [],
  };
  world.orders.push(truth);
  const at = world.now;
  world.inputs.push({ at, kind: 'make', coId, terms: truth.terms });
  if (chance(world, 0.02)) world.inputs.push({ at, kind: 'restart' });
  if (chance(world, 0.04)) {
    world.inputs.push({ at, kind: 'egress-refused', coId, durable: chance(world, 0.5) });
    return;
  }
  world.inputs.push({ at, kind: 'send-started', coId });
  truth.isSending = true;
  if (chance(world, 0.8)) endSend(world, truth);
}

function drawTerms(world: World): Terms {
  const timeInForce = pick(world, ['IOC', 'GTT', 'GTT', 'GTC', 'FOK'] as const);
  return {
    ...{ strategy: pick(world, ['one', 'two']), symbol: pick(world, ['EUR/USD', 'USD/JPY']) },
    ...{ side: pick(world, ['Buy', 'Sell'] as const), size: int(world, 1, 5) * 100 },
    ...{ currency: 'EUR', type: 'Limit', timeInForce, price: 110_000 },
    ...(timeInForce === 'GTT' ? { expirySeconds: int(world, 1, 120) } : {}),
    ...(chance(world, 0.1) ? { parent: 'parent' } : {}),
  };
}

/** The answer, and whether the order is at the venue: an error of the line may hide either. */
function endSend(world: World, truth: Truth): void {
  truth.isSending = false;
  world.now += int(world, 1, SECOND);
  const { coId, orderId } = truth;
  const draw = world.random();
  let outcome: SendOutcome = { kind: 'http', status: 202, orderId, word: 'RECEIVED' };
  if (draw < 0.7) truth.isAtVenue = true;
  else if (draw < 0.8) outcome = pick(world, NOT_SENT);
  else if (draw < 0.85) {
    outcome = { kind: 'http', status: 400, code: 'RequestValidationError.PriceMismatch' };
  } else {
    outcome = pick(world, FAULTS);
    truth.isAtVenue = chance(world, 0.5);
  }
  truth.changedAt = world.now;
  world.inputs.push({ at: world.now, kind: 'send-ended', coId, outcome });
}

function stepOrder(world: World, truth: Truth): void {
  if (truth.isSending && chance(world, 0.5)) {
    endSend(world, truth);
    return;
  }
  live(world, truth);
  const steps = [query, query, list, trades, trades, probe, probe, cancel, disturb, pass];
  pick(world, steps)(world, truth);
}

/** What the venue does with the order by itself. */
function live(world: World, truth: Truth): void {
  if (!truth.isAtVenue || !LIVE.includes(truth.word) || chance(world, 0.4)) return;
  truth.changedAt = world.now;
  const rest = truth.terms.size - truth.cum;
  if (chance(world, 0.5)) fill(world, truth, chance(world, 0.5) ? rest : Math.ceil(rest / 2));
  else if (chance(world, 0.3)) truth.word = pick(world, ['CANCELED', 'EXPIRED', 'REJECTED']);
  else if (truth.cum === 0) truth.word = 'NEW';
}

function fill(world: World, truth: Truth, quantity: number): void {
  if (quantity <= 0) return;
  world.trades++;
  truth.cum += quantity;
  if (truth.cum === truth.terms.size) truth.word = 'FILLED';
  else if (LIVE.includes(truth.word)) truth.word = 'PARTIALLY_FILLED';
  const { coId, orderId, terms } = truth;
  const { symbol, side, price = 0 } = terms;
  const trade = { coId, orderId, symbol, side, quantity, price, status: 'Verified' };
  truth.trades.push({ tradeId: `t${world.trades}`, ...trade, executedAt: world.now });
}

/** What a poll shows of the order; mostly the truth. */
function show(world: World, truth: Truth): Observation {
  const { coId, orderId, terms, cum, word, changedAt } = truth;
  const isOdd = chance(world, 0.06);
  const { symbol, side, size } = terms;
  const ended = ['REJECTED', 'FAILED', 'EXPIRED'].includes(word);
  const reason = ended && chance(world, 0.3) ? pick(world, REASONS) : '';
  return {
    coId,
    orderId: chance(world, 0.01) ? `${orderId}b` : orderId,
    word: isOdd ? pick(world, WORDS) : word,
    ...(chance(world, 0.95) ? { cumQty: isOdd ? int(world, 0, size + 1) : cum } : {}),
    ...(cum > 0 ? { averagePrice: chance(world, 0.01) ? 120_000 : terms.price } : {}),
    ...(chance(world, 0.7) ? { transactTime: changedAt } : {}),
    ...(reason === '' ? {} : { reason }),
    echo: { symbol, side, size: chance(world, 0.005) ? size + 1 : size },
  };
}

/** When the poll began; one that was overtaken began long ago. */
function begin(world: World): number {
  return world.now - (chance(world, 0.1) ? int(world, SECOND, 60 * SECOND) : int(world, 1, 1000));
}

function query(world: World, truth: Truth): void {
  const read = { at: world.now, startedAt: begin(world) };
  if (!truth.isAtVenue || chance(world, 0.05)) {
    world.inputs.push({ ...read, kind: 'query-empty', coId: truth.coId });
  } else world.inputs.push({ ...read, kind: 'observed', order: show(world, truth) });
}

function list(world: World): void {
  const active = world.orders.filter((one) => one.isAtVenue && LIVE.includes(one.word));
  const orders = active.filter(() => chance(world, 0.95)).map((one) => show(world, one));
  if (chance(world, 0.01)) orders.push({ coId: 'other-1', orderId: 'x1', word: 'NEW' });
  const shown = chance(world, 0.05) ? 'failed' : orders;
  world.inputs.push({
    ...{ at: world.now, startedAt: begin(world), kind: 'active-list', orders: shown },
  });
}

function trades(world: World, truth: Truth): void {
  const records = truth.trades.filter(() => chance(world, 0.9));
  const busted = records.map((one) =>
    chance(world, 0.03) ? { ...one, status: chance(world, 0.7) ? 'Canceled' : 'Pending' } : one,
  );
  const shown = chance(world, 0.05) ? 'failed' : busted;
  world.inputs.push({
    ...{ at: world.now, startedAt: begin(world), kind: 'trades', coId: truth.coId, records: shown },
  });
}

function probe(world: World, truth: Truth): void {
  const isFound = truth.isAtVenue && chance(world, 0.8);
  const isListed = isFound && LIVE.includes(truth.word);
  const isFailed = chance(world, 0.1);
  const filled = truth.trades.length > 0 && chance(world, 0.8) ? [...truth.trades] : 'unchanged';
  world.inputs.push({
    ...{ at: world.now, startedAt: begin(world), kind: 'probe', coId: truth.coId },
    byCoId: isFound && chance(world, 0.9) ? show(world, truth) : isFailed ? 'failed' : 'empty',
    list: isListed ? show(world, truth) : 'without',
    trades: chance(world, 0.04) ? 'changed' : filled,
  });
}

function cancel(world: World, truth: Truth): void {
  const { coId } = truth;
  world.inputs.push({ at: world.now, kind: 'cancel-requested', coId });
  if (chance(world, 0.1)) return;
  world.inputs.push({ at: world.now, kind: 'cancel-started', coId });
  world.now += int(world, 1, SECOND);
  const isTaken = chance(world, 0.7);
  const taken: SendOutcome = { kind: 'http', status: 202 };
  const outcome = isTaken ? taken : pick(world, [...FAULTS, ...NOT_SENT]);
  world.inputs.push({ at: world.now, kind: 'cancel-ended', coId, outcome });
  if (!isTaken || !truth.isAtVenue || !LIVE.includes(truth.word)) return;
  truth.changedAt = world.now;
  truth.word = chance(world, 0.5) ? 'PENDING_CANCEL' : 'CANCELED';
}

/** What should not happen, and does. */
function disturb(world: World, truth: Truth): void {
  const { coId, terms } = truth;
  const at = world.now;
  const draw = world.random();
  if (draw < 0.15) world.inputs.push({ at, kind: 'restart' });
  else if (draw < 0.3) repeat(world);
  else if (draw < 0.5 && truth.isAtVenue) fill(world, truth, terms.size - truth.cum);
  else if (draw < 0.6) truth.isAtVenue = true;
  else if (draw < 0.7) {
    world.inputs.push({ at, kind: 'send-started', coId });
    truth.isSending = true;
  } else if (draw < 0.75) {
    const as = pick(world, ['lost', 'live', 'filled'] as const);
    const human = { by: 'operator', reason: 'seen on the screen', written: chance(world, 0.5) };
    world.inputs.push({ at, kind: 'resolve', coId, as, ...human });
  } else if (draw < 0.8) world.inputs.push({ at, kind: 'resume', halt: int(world, 1, 5) });
  else if (draw < 0.9) truth.word = pick(world, WORDS);
}

/** Says something of before once more. */
function repeat(world: World): void {
  const before = pick(world, world.inputs);
  if ('startedAt' in before) world.inputs.push({ ...before, at: world.now });
}

function pass(world: World): void {
  world.now += int(world, 1, 60) * SECOND;
  world.inputs.push({ at: world.now, kind: 'time' });
}
