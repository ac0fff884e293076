// Checks points 17 and 18 with one quote request of minimum size, which is withdrawn.
import { fromScaled } from '../domain/numbers/index.js';
import type { RfsEvent } from '../domain/quotes/index.js';
import { DEFAULT_PROFILE } from '../protocol/profile/index.js';
import type { Context, Reply, WriteTools } from './context.js';
import { compare, differs, type Finding, held, untested } from './finding.js';
import { checkParameter, isFields, listItems } from './names.js';
import { findFill } from './order-tools.js';

type Findings = AsyncGenerator<Finding, void>;
type Fields = Readonly<Record<string, unknown>>;

const MAX_READS = 24;
const EXPIRY_SECONDS = 30;

export async function* checkQuotes(context: Context, tools: WriteTools): Findings {
  const [instrument] = context.venue.instruments;
  const fill = await findFill(context, tools);
  const party = toParty(fill);
  if (instrument === undefined || party === undefined) {
    yield untested(17, 'rfs', 'no fill showed the account for quote requests');
    return;
  }
  const clOrderId = `${tools.idPrefix}-rfs`;
  const asked = await context.write(tools.send, 'requestQuotes', {
    clOrderId,
    symbol: instrument.symbol,
    dealtCurrency: instrument.base,
    ...party,
    amount: fromScaled(instrument.minSize, instrument.baseDecimals),
    expiry: EXPIRY_SECONDS,
    side: 'TWO_WAY',
    nearValueDate: 'SPOT',
    priceType: 'Spot',
  });
  if (typeof asked === 'string' || asked.status < 200 || asked.status > 299) {
    yield untested(18, 'rfs', typeof asked === 'string' ? asked : asked.evidence);
    return;
  }
  const { requestStatus } = context.profile.rfs;
  yield compare(18, 'rfs.requestStatus', requestStatus, asked.status, asked.evidence, (found) => ({
    rfs: { requestStatus: found },
  }));
  const query = { clOrderId };
  yield await checkParameter(context, 'queryRfsByClientId', 18, 'clOrderId', { query });
  yield* checkQuote(context, clOrderId);
  yield* checkWithdrawal(context, tools, clOrderId, asked);
}

/** Likely names of a quote's fields where the profile's name is missing. */
const LIKELY: Readonly<Record<string, readonly string[]>> = {
  quoteId: ['id', 'quoteID', 'quoteReqId'],
  provider: ['maker', 'providerOrg', 'counterparty'],
  bid: ['bidRate', 'bidPrice'],
  offer: ['ask', 'offerRate', 'offerPrice'],
  dealtAmount: ['amount', 'size'],
  nearValueDate: ['valueDate', 'settlementDate'],
  time: ['timestamp', 'createdTime'],
};

/** Account and organization of this run's fill. */
function toParty(fill: Fields = {}): Fields | undefined {
  const { customerAccount, customerOrg } = fill;
  if (typeof customerAccount !== 'string' || typeof customerOrg !== 'string') return undefined;
  return { customerAccount, customerOrg };
}

async function* checkQuote(context: Context, clOrderId: string): Findings {
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const reply = await context.ask('queryRfsByClientId', { query: { clOrderId } });
    const quotes = isFields(reply.body) ? reply.body['quotes'] : undefined;
    const [quote] = listItems(quotes);
    if (Array.isArray(quotes) && quote !== undefined) {
      yield compareFields(context, quote, reply.evidence);
      return;
    }
    await context.venue.pause();
  }
  yield untested(17, 'rfs.quoteFields', 'no quote came');
}

function compareFields(context: Context, quote: Fields, evidence: string): Finding {
  const { quoteFields } = context.profile.rfs;
  const names = Object.entries(quoteFields);
  const assumed = names.map(([, name]) => name).join(', ');
  const subject = { point: 17, field: 'rfs.quoteFields', assumed, evidence };
  const pairs: Record<string, string> = {};
  const taken = new Set(names.map(([, name]) => name));
  for (const [ours, name] of names) {
    if (name in quote) continue;
    const found = [ours, ...(LIKELY[ours] ?? [])].find((one) => one in quote && !taken.has(one));
    if (found !== undefined) pairs[ours] = found;
  }
  const parts = Object.entries(pairs).map(([ours, name]) => `${ours} is ${name}`);
  if (parts.length === 0) return held(subject);
  return differs(subject, parts.join(', '), { rfs: { quoteFields: pairs } });
}

async function* checkWithdrawal(
  context: Context,
  { send }: WriteTools,
  clOrderId: string,
  { body }: Reply,
): Findings {
  const requestId = isFields(body) ? String(body['requestId']) : '';
  const reply = await context.write(send, 'withdrawRfs', { requestId });
  if (typeof reply === 'string' || reply.status < 200 || reply.status > 299) {
    yield untested(18, 'rfs.withdrawStatus', typeof reply === 'string' ? reply : reply.evidence);
    return;
  }
  const { withdrawStatus, answersWrites } = context.profile.rfs;
  const { evidence, status } = reply;
  yield compare(18, 'rfs.withdrawStatus', withdrawStatus, status, evidence, (found) => ({
    rfs: { withdrawStatus: found },
  }));
  const hasBody = reply.text.trim() !== '';
  yield compare(18, 'rfs.answersWrites', answersWrites, hasBody, evidence, (found) => ({
    rfs: { answersWrites: found },
  }));
  await context.venue.pause();
  const last = await context.ask('queryRfsByClientId', { query: { clOrderId } });
  if (isFields(last.body) && typeof last.body['event'] === 'string') {
    yield compareEvent(context, 'REQUEST_WITHDRAWN', last.body['event'], last.evidence);
  }
}

function compareEvent(context: Context, event: RfsEvent, word: string, evidence: string): Finding {
  const assumed = context.profile.rfs.eventNames[event];
  // A status that means another event is no evidence of this event's name.
  const others = Object.entries(DEFAULT_PROFILE.rfs.eventNames);
  const isOther = others.some(([name, one]) => name !== event && one === word);
  if (isOther) return untested(17, `rfs.eventNames.${event}`, `the request is ${word}`, evidence);
  return compare(17, `rfs.eventNames.${event}`, assumed, word, evidence, (found) => ({
    rfs: { eventNames: { [event]: found } },
  }));
}
