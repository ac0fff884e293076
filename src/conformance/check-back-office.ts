// Checks points 14 to 16 with minimum-size trades: booked, amended, rolled, read back, cancelled.
import type { VenueTrade } from '../domain/venue/index.js';
import type { ProfileChanges } from '../protocol/profile/index.js';
import type { Context, WriteTools } from './context.js';
import { type DeskReply, BackOfficeTools } from './back-office-tools.js';
import { compare, differs, type Finding, held, untested } from './finding.js';
import { findFill, findInstrument, toPrice } from './order-tools.js';

type Findings = AsyncGenerator<Finding, void>;

/** Codes of credit modes that are tried, and the number of valid ones. */
const MODES: readonly number[] = [0, 1, 2, 3];
const MODE_COUNT = 3;
/** Accepted rate amendments after which the number counts as unlimited. */
const MAX_AMENDMENTS = 12;
/** Likely limits of an amended amount, in percent of the trade's amount. */
const PERCENTS: readonly number[] = [200, 150, 120, 110, 100, 75, 50, 25, 20, 10, 5];

export async function* checkDesk(context: Context, tools: WriteTools): Findings {
  const fill = await findFill(context, tools);
  const desk = fill === undefined ? undefined : BackOfficeTools.create(context, tools, fill);
  if (desk === undefined) {
    yield untested(14, 'trades', 'no fill showed the counterparties: --orders');
    return;
  }
  yield await checkCreditModes(context, desk);
  const trade = yield* checkDates(context, desk);
  if (trade !== '') yield* checkChanges(context, desk, trade);
  yield* checkCancel(context, desk);
}

async function checkCreditModes(context: Context, desk: BackOfficeTools): Promise<Finding> {
  const { creditModes } = context.profile.trades;
  const field = 'trades.creditModes';
  const taken: number[] = [];
  const evidence: string[] = [];
  for (const creditMode of new Set([...MODES, ...creditModes])) {
    const reply = await desk.book({ creditMode });
    if (reply.verdict === 'unknown') return untested(14, field, 'not booked', reply.evidence);
    evidence.push(`creditMode ${String(creditMode)} ${reply.evidence}`);
    if (reply.verdict === 'taken') taken.push(creditMode);
  }
  const assumed = creditModes.join(', ');
  const subject = { point: 14, field, assumed, evidence: evidence.join('; ') };
  if (taken.length === 0) return untested(14, field, 'no booking was accepted', subject.evidence);
  const isSame =
    taken.length === creditModes.length && creditModes.every((one) => taken.includes(one));
  if (isSame) return held(subject);
  const changes = taken.length === MODE_COUNT ? { trades: { creditModes: taken } } : undefined;
  return differs(subject, taken.join(', '), changes);
}

/** Books a trade with date and tenor; returns its trade id. */
async function* checkDates(
  context: Context,
  desk: BackOfficeTools,
): AsyncGenerator<Finding, string> {
  const valueDate = desk.findDate(1);
  const outright = { type: 'Outright', forwardPoints: 0, valueDate, tenor: '1M' };
  const booked = await desk.book(outright);
  const { tradeId, verdict, evidence } = booked;
  if (verdict === 'refused') {
    yield untested(14, 'trades.datesWin', 'date and tenor are not accepted together', evidence);
    return (await desk.book({})).tradeId;
  }
  const { fields, evidence: read } = await desk.read(tradeId);
  const date = fields['valueDate'];
  if (typeof date !== 'string') {
    yield untested(14, 'trades.datesWin', 'the trade could not be read', read);
    return tradeId;
  }
  const found = date.replaceAll('-', '') === valueDate.replaceAll('-', '');
  const { datesWin } = context.profile.trades;
  yield compare(14, 'trades.datesWin', datesWin, found, read, (wins) => ({
    trades: { datesWin: wins },
  }));
  return tradeId;
}

async function* checkChanges(context: Context, desk: BackOfficeTools, booked: string): Findings {
  let trade = booked;
  const noted = await desk.amend(trade, { note: 'conformance' });
  if (noted.verdict === 'unknown') {
    yield untested(16, 'trades', 'the user may not amend trades', noted.evidence);
    return;
  }
  if (noted.verdict === 'taken') trade = noted.tradeId;
  const { noteAmends } = context.profile.trades;
  const isEnough = noted.verdict === 'taken';
  yield compare(16, 'trades.noteAmends', noteAmends, isEnough, noted.evidence, (found) => ({
    trades: { noteAmends: found },
  }));
  const [count, last, evidence] = await amendRates(desk, trade, context);
  if (count > 0) yield* compareStatus(context, desk, trade, 'Replaced');
  const { maxRateChanges } = context.profile.trades;
  const isFree = count === MAX_AMENDMENTS;
  if (isFree && maxRateChanges >= count) {
    yield untested(16, 'trades.maxRateChanges', `no limit up to ${String(count)}`, evidence);
  } else {
    yield compare(16, 'trades.maxRateChanges', maxRateChanges, count, evidence, (found) => ({
      trades: { maxRateChanges: found },
    }));
  }
  const [percents, resized] = await checkPercent(context, desk, last);
  yield percents;
  const rolled = await desk.roll(resized);
  if (rolled.verdict === 'taken') yield* compareStatus(context, desk, resized, 'Replaced');
}

/** Number of rate amendments accepted, and the trade in force after them. */
async function amendRates(
  desk: BackOfficeTools,
  first: string,
  context: Context,
): Promise<readonly [count: number, trade: string, evidence: string]> {
  const { ticksPerUnit } = findInstrument(context);
  let trade = first;
  for (let count = 0; ; count += 1) {
    const spotRate = toPrice(context, desk.rate + (count + 1) / ticksPerUnit);
    const reply: DeskReply | undefined =
      count < MAX_AMENDMENTS ? await desk.amend(trade, { spotRate }) : undefined;
    if (reply?.verdict !== 'taken') return [count, trade, reply?.evidence ?? ''];
    trade = reply.tradeId;
  }
}

/** Finds the largest of the likely limits below which an amended amount is accepted. */
async function checkPercent(
  context: Context,
  desk: BackOfficeTools,
  trade: string,
): Promise<readonly [Finding, string]> {
  const field = 'trades.maxPercent';
  const { maxPercent } = context.profile.trades;
  const bounds = [...new Set([...PERCENTS, maxPercent])].sort((a, b) => b - a);
  for (const percent of bounds) {
    const dealtAmount = Math.floor((desk.amount * (percent - 1)) / 100);
    if (dealtAmount === desk.amount) continue;
    const { verdict, tradeId, evidence } = await desk.amend(trade, { dealtAmount });
    if (verdict === 'refused') continue;
    if (verdict === 'unknown') return [untested(16, field, 'not amended', evidence), trade];
    const changes = (found: number): ProfileChanges => ({ trades: { maxPercent: found } });
    return [compare(16, field, maxPercent, percent, evidence, changes), tradeId];
  }
  return [untested(16, field, 'no amendment of the amount was accepted'), trade];
}

type TradeStatus = VenueTrade['status'];

async function* compareStatus(
  context: Context,
  desk: BackOfficeTools,
  trade: string,
  status: TradeStatus,
): Findings {
  const { fields, evidence } = await desk.read(trade);
  const word = fields['status'];
  if (typeof word !== 'string') return;
  const assumed = context.profile.trades.statusNames[status];
  yield compare(16, `trades.statusNames.${status}`, assumed, word, evidence, (found) => ({
    trades: { statusNames: { [status]: found } },
  }));
}

/**
 * Cancels all trades in force; the first cancel shows where the request's fields belong, and the
 * response.
 */
async function* checkCancel(context: Context, desk: BackOfficeTools): Findings {
  const [first] = desk.standing;
  if (first === undefined) return;
  yield* checkFirstCancel(context, desk, first);
  for (const trade of desk.standing) {
    const { verdict, evidence } = await desk.cancel(trade);
    if (verdict !== 'taken')
      yield untested(16, 'trades', `trade ${trade} is still in force`, evidence);
  }
}

async function* checkFirstCancel(context: Context, desk: BackOfficeTools, first: string): Findings {
  const assumed = context.profile.calls['cancelTrades']?.bodyIn ?? 'body';
  const other = assumed === 'body' ? 'query' : 'body';
  let reply = await desk.cancel(first);
  if (reply.verdict === 'refused') {
    await context.assume(toPlace(other));
    reply = await desk.cancel(first);
  }
  const { verdict, evidence } = reply;
  if (verdict !== 'taken') {
    yield untested(15, 'calls.cancelTrades.bodyIn', 'the venue rejected the cancel', evidence);
    await context.assume(toPlace(assumed));
    return;
  }
  const found = context.profile.calls['cancelTrades']?.bodyIn ?? 'body';
  yield compare(15, 'calls.cancelTrades.bodyIn', assumed, found, evidence, toPlace);
  const { cancelAnswer } = context.profile.trades;
  const shape = reply.text.trim() === '' ? 'empty' : 'trades';
  yield compare(15, 'trades.cancelAnswer', cancelAnswer, shape, evidence, (kind) => ({
    trades: { cancelAnswer: kind },
  }));
  yield* compareStatus(context, desk, first, 'Canceled');
}

function toPlace(bodyIn: 'body' | 'query'): ProfileChanges {
  return { calls: { cancelTrades: { bodyIn } } };
}
