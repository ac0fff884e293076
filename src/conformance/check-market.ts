// Checks points 3 to 6: spot rates by type, market data sets, ticker.
import type { Context } from './context.js';
import { compare, differs, type Finding, held, untested } from './finding.js';
import { checkParameter, isFields, isUnderstood, listItems } from './names.js';

type Findings = AsyncGenerator<Finding, void>;

export async function* checkLadder(context: Context): Findings {
  const { ladderShape, ladderRateId } = context.profile.market;
  const symbol = context.venue.instruments[0]?.symbol ?? '';
  const asked = { params: { type: 'FULL' }, query: { symbol } };
  const reply = await context.ask('spotRatesByType', asked);
  const [item] = listItems(reply.body);
  if (reply.status !== 200 || item === undefined) {
    yield untested(3, 'market.ladderShape', 'no rate came', reply.evidence);
    return;
  }
  const isList = Array.isArray(reply.body);
  const isArrays = Array.isArray(item['bid']) || Array.isArray(item['offer']);
  const shape = isList ? 'list' : isArrays ? 'arrays' : 'scalars';
  yield compare(3, 'market.ladderShape', ladderShape, shape, reply.evidence, (found) => ({
    market: { ladderShape: found },
  }));
  const { rateId } = item;
  const name = Array.isArray(rateId) ? 'array' : typeof rateId === 'string' ? 'text' : 'none';
  yield compare(3, 'market.ladderRateId', ladderRateId, name, reply.evidence, (found) => ({
    market: { ladderRateId: found },
  }));
}

/** An id of no set: the venue validates the parameters before it looks up the set. */
const NO_SET = 'weir-conformance';

/** Checks the parameters of market data sets one by one. */
export async function* checkSetParameters(context: Context): Findings {
  const symbol = context.venue.instruments[0]?.symbol ?? '';
  const [id, tenor] = [NO_SET, 'SPOT'];
  const usual = { id, symbol, tenor };
  const first = await context.ask('marketDataSet', { query: usual });
  if (first.status !== 200 && first.status !== 400 && first.status !== 404) {
    yield untested(4, 'calls.marketDataSet.query', 'the call is not served', first.evidence);
    return;
  }
  const finding = await checkWords(context, usual);
  yield finding;
  if (finding.verdict === 'differs' && finding.changes === undefined) return;
  yield await checkSlot(context, 'pairParameters', { id, tenor }, { symbol, symbols: symbol });
  const date = new Date(context.venue.now() / 1_000).toISOString().slice(0, 10);
  yield await checkSlot(context, 'tenorParameters', { id, symbol }, { tenor, date });
  const none = await context.ask('marketDataSet', { query: usual });
  const { noSetStatus } = context.profile.market;
  if (none.status === 400) return;
  yield compare(4, 'market.noSetStatus', noSetStatus, none.status, none.evidence, (status) => ({
    market: { noSetStatus: status },
  }));
}

/** Checks the names of pair and tenor; a rejection does not state which of them is wrong. */
async function checkWords(
  context: Context,
  query: Readonly<Record<string, string>>,
): Promise<Finding> {
  const pair = await checkParameter(context, 'marketDataSet', 4, 'symbol', { query });
  const isSettled = pair.verdict !== 'differs' || pair.changes !== undefined;
  return isSettled ? pair : checkParameter(context, 'marketDataSet', 4, 'tenor', { query });
}

type Slot = 'pairParameters' | 'tenorParameters';

/** Finds which of two parameters an either/or slot accepts. */
async function checkSlot(
  context: Context,
  slot: Slot,
  others: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Promise<Finding> {
  const taken: string[] = [];
  const evidence: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const reply = await context.ask('marketDataSet', { query: { ...others, [name]: value } });
    evidence.push(reply.evidence);
    if (isUnderstood(reply)) taken.push(name);
  }
  const assumed = context.profile.market[slot];
  const subject = {
    point: 4,
    field: `market.${slot}`,
    assumed: assumed.join(', '),
    evidence: evidence.join('; '),
  };
  const isSame = taken.length === assumed.length && taken.every((one) => hasName(assumed, one));
  if (isSame) return held(subject);
  const changes = taken.length === 0 ? undefined : { market: { [slot]: taken } };
  return differs(subject, taken.join(', ') || 'neither', changes);
}

function hasName(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

/** Set ids of the wire facts, tried in addition to those of the venue. */
const KNOWN_SETS = ['RealTimeMDS', 'EndOfDayMDS'];

/** Checks the fields and times of the first set that contains a rate. */
export async function* checkSetRates(context: Context, ids: readonly string[]): Findings {
  const symbol = context.venue.instruments[0]?.symbol ?? '';
  for (const id of [...ids, ...KNOWN_SETS]) {
    const reply = await context.ask('marketDataSet', { query: { id, symbol, tenor: 'SPOT' } });
    const [set] = listItems(reply.body);
    const [rate] = listItems(set?.['rates']);
    if (reply.status !== 200 || set === undefined || rate === undefined) continue;
    const { setTimes, setRateFields } = context.profile.market;
    const time = set['createdTime'] ?? set['activationTime'] ?? set['validUntil'];
    const form = typeof time === 'number' ? 'epoch' : 'text';
    if (time !== undefined && time !== null) {
      yield compare(5, 'market.setTimes', setTimes, form, reply.evidence, (found) => ({
        market: { setTimes: found },
      }));
    }
    yield checkRateFields({ ...setRateFields }, Object.keys(rate), reply.evidence);
    return;
  }
  yield untested(5, 'market.setRateFields', 'no market data set with a rate was found');
}

/** Fields of a rate that the profile does not rename. */
const FIXED = ['symbol', 'tenor', 'rateId'];
const LIKELY: Readonly<Record<string, readonly string[]>> = {
  offer: ['ask', 'offerRate', 'askRate'],
  bid: ['bidRate'],
  valueDate: ['date', 'settlementDate'],
  bidForwardPoints: ['bidPoints', 'bidFwdPoints'],
  offerForwardPoints: ['offerPoints', 'offerFwdPoints', 'askForwardPoints'],
  time: ['timestamp'],
};

function checkRateFields(
  assumed: Readonly<Record<string, string>>,
  present: readonly string[],
  evidence: string,
): Finding {
  const theirs = Object.values(assumed);
  const field = 'market.setRateFields';
  const subject = { point: 5, field, assumed: theirs.join(', '), evidence };
  const strange = present.filter((name) => !theirs.includes(name) && !FIXED.includes(name));
  const pairs: Record<string, string> = {};
  for (const [ours, name] of Object.entries(assumed)) {
    if (present.includes(name)) continue;
    const known = strange.find((one) => one === ours || LIKELY[ours]?.includes(one) === true);
    const found = known ?? (strange.length === 1 && ours !== 'time' ? strange[0] : undefined);
    if (found !== undefined && !Object.values(pairs).includes(found)) pairs[ours] = found;
  }
  const parts = Object.entries(pairs).map(([ours, name]) => `${ours} is ${name}`);
  return parts.length === 0
    ? held(subject)
    : differs(subject, parts.join(', '), { market: { setRateFields: pairs } });
}

export async function* checkTicker(context: Context): Findings {
  const symbol = context.venue.instruments[0]?.symbol ?? '';
  const asked = { query: { symbol } };
  yield await checkParameter(context, 'ticker', 6, 'symbol', asked);
  const reply = await context.ask('ticker', asked);
  if (reply.status !== 200 || !isFields(reply.body)) {
    yield untested(6, 'market.tickerFields', 'nothing has traded', reply.evidence);
    return;
  }
  const { price, time } = context.profile.market.tickerFields;
  const names = Object.keys(reply.body);
  const field = 'market.tickerFields';
  const subject = { point: 6, field, assumed: `${price}, ${time}`, evidence: reply.evidence };
  const find = (assumed: string, known: readonly string[]) =>
    names.includes(assumed) ? assumed : known.find((one) => names.includes(one));
  const foundPrice = find(price, ['price', 'rate', 'lastPrice', 'last']);
  const foundTime = find(time, ['timestamp', 'time', 'transactTime']);
  if (foundPrice === price && foundTime === time) {
    yield held(subject);
    return;
  }
  const changes = {
    market: { tickerFields: { price: foundPrice ?? price, time: foundTime ?? time } },
  };
  const isKnown = foundPrice !== undefined && foundTime !== undefined;
  yield differs(subject, names.join(', '), isKnown ? changes : undefined);
}
