// Risk check of a manual call: the rules that apply to its kind.
import type { VenueClient } from '../client/index.js';
import {
  createInstrument,
  fail,
  type Instrument,
  type InstrumentTerms,
  isSymbol,
  ok,
  type Result,
} from '../domain/index.js';
import { toScaled } from '../domain/numbers/index.js';
import {
  DETAIL_KINDS,
  type OrderRequestDetails,
  type OrderType,
  type Side,
  type TimeInForce,
  toSign,
} from '../domain/orders/index.js';
import type { Route } from '../protocol/index.js';
import { Gate, NO_ACTIONS, SymbolState, TradingState } from '../risk/gate/index.js';
import { type RuleBreach, type Candidate, type Limits, listRulesFor } from '../risk/index.js';
import { type Plan, findPollInterval } from '../plan/index.js';
import { findQuoteTerms } from './quote-terms.js';
import type { SessionClock } from '../host/index.js';

type Input = Readonly<Record<string, unknown>>;

/** Rates that warm up a symbol, and monotonic milliseconds between two reads. */
const WARM_UP_RATES = 3;
const READ_EVERY_MS = 250;
/** Reads without a rate after which the symbol counts as not quoted. */
const MAX_READS = 12;

/** Rules for quote requests and bookings, which have no order terms. */
const AMOUNT_RULES = listRulesFor('manual');
/** Rules for an acceptance, which deals at a rate, so that the price collar applies too. */
const QUOTE_RULES = listRulesFor('manual', 'acceptance');

/** Result of the gate, for the journal. */
export interface GateReport {
  readonly rates: number;
  readonly refusals: readonly { readonly rule: string; readonly message: string }[];
  /** Best quote of its side, for an acceptance that names none. */
  readonly quoteId?: string;
}

export interface GateParts {
  readonly plan: Plan;
  readonly client: VenueClient;
  readonly clock: SessionClock;
  /** Resolves after `ms` milliseconds of monotonic time. */
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Checks a call against the limits of its configuration. Calls that only reduce risk and those
 * without a symbol pass. Fault codes `instrument.unknown`, `session.no-rate` and
 * `session.no-quote`.
 */
export async function checkManualCall(
  route: Route,
  input: Input,
  parts: GateParts,
): Promise<Result<GateReport>> {
  const isAcceptance = route.id === 'acceptQuote';
  const named = isAcceptance ? await findQuoteTerms(parts.client, input) : ok({ terms: input });
  if (!named.ok) return named;
  const { symbol } = named.value.terms;
  if (route.kind === 'cancel' || typeof symbol !== 'string') return ok({ rates: 0, refusals: [] });
  const instrument = findInstrument(symbol, parts.plan);
  if (!instrument.ok) return instrument;
  const state = new SymbolState(instrument.value);
  const read = await warmUp(state, parts);
  if (!read.ok) return read;
  // Opens the trading connection first, since a new one to a distant venue takes longer than an
  // approval is valid. An acceptance has read its quote on it.
  if (!isAcceptance) await parts.client.activeOrders();
  // Quotes live for seconds, and reading the rates took one: the best quote is chosen now. A single
  // quote is identified by its transaction id.
  const isOpen = input['quoteId'] === undefined && input['transactionId'] === undefined;
  const picks = isAcceptance && isOpen;
  const found = picks ? await findQuoteTerms(parts.client, input) : named;
  if (!found.ok) return found;
  const { terms, quoteId } = { quoteId: undefined, ...found.value };
  const gate = createGate(state, parts);
  const rules = isAcceptance ? QUOTE_RULES : AMOUNT_RULES;
  const refusals = listSides(terms).flatMap((side) => {
    const candidate = toCandidate(terms, side, state, parts.clock);
    const broken =
      route.kind === 'place' ? gate.preTradeCheck(candidate) : gate.dryRun(candidate, rules);
    return broken.map(({ rule, message }: RuleBreach) => ({ rule, message }));
  });
  if (route.id === 'bookTrade') refusals.push(...findOffMarket(terms, state));
  const report = { rates: state.rateCount, refusals };
  return ok(picks && quoteId !== undefined ? { ...report, quoteId } : report);
}

/** A trade of hours ago is a little off the market; a misplaced decimal point is far off. */
const MOST_OFF_MARKET = 0.1;

/** Checks a booking's spot rate: order rules do not apply to a trade made elsewhere. */
function findOffMarket(terms: Input, { bidTicks, offerTicks, instrument }: SymbolState) {
  const mid = (bidTicks + offerTicks) / 2 / instrument.ticksPerUnit;
  return ['rate', 'spotRate'].flatMap((field) => {
    // An all-in rate differs by its forward points, which may be many.
    const rate = field === 'rate' && terms['type'] !== 'Spot' ? undefined : terms[field];
    if (typeof rate !== 'number' || Math.abs(rate / mid - 1) <= MOST_OFF_MARKET) return [];
    const expected = `expected a ${field} within 10 % of the market, ${String(mid)}`;
    return [{ rule: 'RC14', message: `${expected}, found ${String(rate)}` }];
  });
}

function findInstrument(symbol: string, { instruments, config }: Plan): Result<Instrument> {
  const known = instruments.find((one) => one.symbol === symbol);
  if (known !== undefined) return ok({ ...known, id: 0 });
  if (!isSymbol(symbol)) {
    return fail('instrument.unknown', `expected a symbol such as EUR/USD, found "${symbol}"`);
  }
  const terms = config.instruments[symbol] as InstrumentTerms | undefined;
  return createInstrument(0, symbol, terms ?? {});
}

/** Reads the symbol's rate until it is warm; a symbol without rates is not traded. */
async function warmUp(
  state: SymbolState,
  { client, clock, pause }: GateParts,
): Promise<Result<null>> {
  let lack = '';
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    if (reads > 0) await pause(READ_EVERY_MS);
    const rate = await client.spotRate(state.instrument);
    if (rate.class !== 'data') {
      lack = rate.class === 'failed' ? rate.message : 'the venue has no rate of this symbol (404)';
      continue;
    }
    const { bidTicks, offerTicks, bidUnits, offerUnits, venueAt } = rate.value;
    Object.assign(state, { bidTicks, offerTicks, bidUnits, offerUnits, venueAt });
    state.receivedAt = clock.now();
    state.rateCount += 1;
    if (state.rateCount === WARM_UP_RATES) return ok(null);
  }
  const found = `${String(state.rateCount)}${lack === '' ? '' : `: ${lack}`}`;
  const expected = `${state.instrument.symbol}: expected ${String(WARM_UP_RATES)} rates`;
  return fail('session.no-rate', `${expected} to check the call, found ${found}`);
}

/** No benchmark is polled for a call, so only the price band of RC21 applies. */
function withoutSource(limits: Limits): Limits {
  const { RC21 } = limits.rules;
  if (typeof RC21 !== 'object') return limits;
  return { ...limits, rules: { ...limits.rules, RC21: { ...RC21, missing: 'pass' } } };
}

function createGate(state: SymbolState, { plan }: GateParts): Gate {
  const limits = withoutSource(plan.limits);
  const symbols = [state];
  const isLive = plan.config.venue?.environment === 'live';
  const pollInterval = findPollInterval(plan);
  return new Gate(limits, {
    trading: new TradingState(limits, { symbols, pollInterval, isLive }),
    symbols,
    accountCurrency: plan.limits.accountCurrency,
    limitsVersion: plan.limitsVersion,
    seesEveryRate: false,
    checkedAt: (decidedAt) => decidedAt,
    pollInterval,
    medianGap: () => 0,
    isLive,
    calendars: plan.calendars.calendars,
    act: NO_ACTIONS,
    sharesLogin: true,
    coIdPrefix: '',
    hasIdenticalOrder: () => false,
    listOrders: () => [],
    listHolders: () => [],
    lastIntentId: () => 0,
  });
}

/** Sides of a call; both where it requests two-sided quotes. */
function listSides({ side }: Input): readonly Side[] {
  const word = typeof side === 'string' ? side.toLowerCase() : '';
  if (word === 'buy') return ['Buy'];
  return word === 'sell' ? ['Sell'] : ['Buy', 'Sell'];
}

function toCandidate(
  input: Input,
  side: Side,
  symbol: SymbolState,
  clock: SessionClock,
): Candidate {
  const { instrument } = symbol;
  const size = readNumber(input['size'] ?? input['amount'] ?? input['dealtAmount']);
  const touch = side === 'Buy' ? symbol.offerTicks : symbol.bidTicks;
  const stated = input['price'];
  const price = stated === undefined ? touch / instrument.ticksPerUnit : readNumber(stated);
  const currency = input['currency'] ?? input['dealtCurrency'] ?? input['dealtIns'];
  return {
    at: clock.now(),
    intentId: 1,
    coId: readWord(input['coId'], ''),
    strategy: 'operator',
    symbol,
    side,
    sign: toSign(side),
    type: readWord(input['type'], 'Limit') as OrderType,
    timeInForce: readWord(input['timeInForce'], 'FOK') as TimeInForce,
    currency: readWord(currency, instrument.base),
    size,
    price,
    units: toBaseUnits(size, currency, symbol),
    priceTicks: toTicks(price, instrument),
    expirySeconds: readNumber(input['expiryTime'] ?? 0),
    valueDate: readWord(input['valueDate'], ''),
    details: pickDetails(input),
    stopTicks: isStop(input['type']) ? toTicks(readNumber(input['stopPrice']), instrument) : 0,
    parentRest: Infinity,
  };
}

/** Fields beyond those of a plain order. */
function pickDetails(input: Input): OrderRequestDetails {
  return Object.fromEntries(Object.entries(input).filter(([field]) => field in DETAIL_KINDS));
}

function isStop(type: unknown): boolean {
  return type === 'Stop' || type === 'StopLimit';
}

function toTicks(price: number, { ratePrecision }: Instrument): number {
  return toScaled(price, ratePrecision) ?? Number.NaN;
}

/** Amount in units of the base; a term amount is converted at the bid and rounded up. */
function toBaseUnits(
  size: number,
  currency: unknown,
  { instrument, bidTicks }: SymbolState,
): number {
  const isTerm = currency === instrument.term;
  if (!isTerm) return toScaled(size, instrument.baseDecimals) ?? Number.NaN;
  const inBase = (size * instrument.ticksPerUnit) / bidTicks;
  const units = Math.ceil(inBase / instrument.sizeIncrement) * instrument.sizeIncrement;
  return toScaled(units, instrument.baseDecimals) ?? Number.NaN;
}

function readNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function readWord(value: unknown, standard: string): string {
  return typeof value === 'string' ? value : standard;
}
