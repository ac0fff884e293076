// Checks points 11, 15 and 19 to 22 by reads only: orders, fills, positions, custody, reference.
import { findTradeDate } from '../domain/dates/index.js';
import { readDate, type RouteId } from '../protocol/index.js';
import type { ProfileChanges } from '../protocol/profile/index.js';
import type { Context } from './context.js';
import { compare, differs, type Finding, held, untested } from './finding.js';
import { checkNames, checkParameter, isFields, isUnderstood, listItems } from './names.js';

type Findings = AsyncGenerator<Finding, void>;

/** An id that no order has. */
const NOBODY = 'weir-conformance-0';

/** Checks the statuses for an unknown order and for no active order. */
export async function* checkNoOrder(context: Context): Findings {
  const unknown = await context.ask('queryOrders', { query: { coId: NOBODY } });
  const { unknownOrderStatus, noActiveOrderStatus, emptyStatuses } = context.profile;
  if (unknown.status === 0 || unknown.status >= 500) {
    yield untested(11, 'unknownOrderStatus', 'no usable response came', unknown.evidence);
  } else {
    const { evidence, status: found } = unknown;
    yield compare(11, 'unknownOrderStatus', unknownOrderStatus, found, evidence, (status) => ({
      unknownOrderStatus: status,
      ...(status === 200 || emptyStatuses.includes(status)
        ? {}
        : { emptyStatuses: [...emptyStatuses, status] }),
    }));
  }
  const active = await context.ask('queryOrders');
  if (listItems(active.body).length > 0 && active.status === 200) {
    yield untested(11, 'noActiveOrderStatus', 'orders are active', active.evidence);
    return;
  }
  const { evidence, status: found } = active;
  yield compare(11, 'noActiveOrderStatus', noActiveOrderStatus, found, evidence, (status) => ({
    noActiveOrderStatus: status,
  }));
}

export async function* checkFillsParameter(context: Context): Findings {
  yield await checkParameter(context, 'orderFills', 15, 'orderId', { query: { orderId: NOBODY } });
}

const LEVELS: Readonly<Record<string, readonly string[]>> = {
  user: ['USER', 'User', 'user', 'TRADER'],
  account: ['LE', 'LEGALENTITY', 'LEGAL_ENTITY', 'LegalEntity', 'ACCOUNT', 'CPTYORG'],
  org: ['ORG', 'Org', 'ORGANIZATION', 'org'],
};

export async function* checkPositions(context: Context): Findings {
  const { levels } = context.profile.trades;
  for (const [ours, word] of Object.entries(levels)) yield await checkLevel(context, ours, word);
  const reply = await context.ask('positions');
  const { evidence } = reply;
  const rows = listItems(reply.body);
  const [row] = rows;
  const { noPositionStatus, positionSides, positionDate, onePosition, netTermField } =
    context.profile.trades;
  yield findSettled(context, rows, evidence);
  if (row === undefined || reply.status !== 200) {
    yield compare(19, 'trades.noPositionStatus', noPositionStatus, reply.status, evidence, (s) => ({
      trades: { noPositionStatus: s },
    }));
    yield untested(19, 'calls.positions.answer', 'no position is open', evidence);
    return;
  }
  if (rows.length === 1) {
    const shape = Array.isArray(reply.body) ? 'array' : 'object';
    yield compare(19, 'trades.onePosition', onePosition, shape, evidence, (found) => ({
      trades: { onePosition: found },
    }));
  }
  const netTerm = Object.keys(row).find((name) => /^net_?open_?term$/i.test(name));
  if (netTerm !== undefined) {
    yield compare(19, 'trades.netTermField', netTermField, netTerm, evidence, (found) => ({
      trades: { netTermField: found },
    }));
  }
  const form = /^\d{8}$/.test(String(row['valueDate'])) ? 'YYYYMMDD' : 'YYYY-MM-DD';
  yield compare(19, 'trades.positionDate', positionDate, form, evidence, (found) => ({
    trades: { positionDate: found },
  }));
  const isLong = Number(row['netOpenBase']) > 0;
  const ours = isLong ? 'Buy' : 'Sell';
  yield compare(
    19,
    'trades.positionSides',
    positionSides[ours],
    String(row['side']),
    evidence,
    (found) => ({ trades: { positionSides: { [ours]: found } } }),
  );
}

/** Looks for positions whose value date has passed; without one the field is untested. */
function findSettled(
  { profile, venue }: Context,
  rows: readonly Readonly<Record<string, unknown>>[],
  evidence: string,
): Finding {
  const field = 'trades.settledPositions';
  const isOver = ({ symbol, valueDate }: Readonly<Record<string, unknown>>) => {
    const pair = venue.instruments.find((one) => one.symbol === symbol);
    const date = readDate(valueDate);
    return pair && date !== undefined && date < findTradeDate(venue.now(), pair);
  };
  if (!rows.some(isOver)) return untested(19, field, 'no listed position has settled', evidence);
  const assumed = profile.trades.settledPositions;
  return compare(19, field, assumed, 'keep', evidence, () => ({
    trades: { settledPositions: 'keep' },
  }));
}

async function checkLevel(context: Context, ours: string, word: string): Promise<Finding> {
  const reply = await context.ask('positions', { query: { level: word } });
  const field = `trades.levels.${ours}`;
  const subject = { point: 19, field, assumed: word, evidence: reply.evidence };
  if (isUnderstood(reply)) return held(subject);
  if (reply.status !== 400)
    return untested(19, field, 'the venue did not check the level', reply.evidence);
  for (const other of LEVELS[ours] ?? []) {
    const again = await context.ask('positions', { query: { level: other } });
    if (!isUnderstood(again)) continue;
    const changes = { trades: { levels: { [ours]: other } } } as ProfileChanges;
    return differs({ ...subject, evidence: again.evidence }, other, changes);
  }
  return differs(subject, 'none of the known names');
}

/** Checks deposit and withdrawal histories: the name of the limit, and the fields of a record. */
export async function* checkCustody(context: Context): Findings {
  for (const id of ['depositHistory', 'withdrawHistory'] as const) {
    const asked = { query: { limit: 1 } };
    const finding = await checkParameter(context, id, 20, 'limit', asked);
    yield finding;
    if (finding.verdict === 'held') yield checkNames(context, id, 20, await context.ask(id, asked));
  }
}

export async function* checkBalances(context: Context): Findings {
  yield* checkList(context, 'balances', 21);
}

export async function* checkReference(context: Context): Findings {
  yield* checkSymbol(context);
  const currency = context.venue.instruments[0]?.base ?? '';
  const params = { instrument: currency };
  const instrument = await context.ask('instrumentReference', { params });
  if (instrument.status === 200) yield checkNames(context, 'instrumentReference', 22, instrument);
  const asked = { query: { type: 'symbols' } };
  yield await checkParameter(context, 'referenceList', 22, 'type', asked);
  const assets = await context.ask('assetDetail');
  if (assets.status !== 200 || listItems(assets.body).length === 0) return;
  const shape = Array.isArray(assets.body) ? 'list' : 'by-code';
  const { assetsAs } = context.profile;
  yield compare(22, 'assetsAs', assetsAs, shape, assets.evidence, (found) => ({ assetsAs: found }));
  yield checkNames(context, 'assetDetail', 22, assets);
}

async function* checkSymbol(context: Context): Findings {
  const symbol = context.venue.instruments[0]?.symbol ?? '';
  const { symbolInPath } = context.profile;
  const reply = await context.ask('symbolReference', { params: { symbol } });
  const subject = { point: 22, field: 'symbolInPath', assumed: symbolInPath };
  if (reply.status === 200) {
    yield held({ ...subject, evidence: reply.evidence });
    yield checkNames(context, 'symbolReference', 22, reply);
    return;
  }
  const other = symbolInPath === 'slash' ? symbol.replace('/', '') : symbol;
  const again = await context.ask('symbolReference', { params: { symbol: other } });
  if (again.status !== 200 || !isFields(again.body)) {
    yield untested(22, 'symbolInPath', 'neither spelling was accepted', again.evidence);
    return;
  }
  const found = symbolInPath === 'slash' ? 'compact' : 'slash';
  const changes = { symbolInPath: found } as const;
  yield differs({ ...subject, evidence: again.evidence }, found, changes);
  yield checkNames(context, 'symbolReference', 22, again);
}

async function* checkList(context: Context, id: RouteId, point: number): Findings {
  const reply = await context.ask(id);
  if (reply.status === 200) yield checkNames(context, id, point, reply);
  else yield untested(point, `calls.${id}.answer`, 'the call failed', reply.evidence);
}
