// Checks points 7 to 12 and 15 with orders of minimum size: resting ones that are cancelled, one
// that is filled, one that cannot be filled, and one that closes the position.
import type { OrderStatus } from '../domain/orders/index.js';
import type { OrderAction } from '../protocol/profile/index.js';
import { checkNeeds } from './check-required-fields.js';
import { checkReason } from './check-reason.js';
import type { Context, Reply, WriteTools } from './context.js';
import { compare, differs, type Finding, held, untested } from './finding.js';
import { isFields, listItems } from './names.js';
import { order, place, readTouch, REST, waitForEnd } from './order-tools.js';

type Findings = AsyncGenerator<Finding, void>;
type Fields = Readonly<Record<string, unknown>>;

const LIFE_SECONDS = 60;
/** Fraction beyond the touch at which an order to be filled is priced, in case the rate moves. */
const THROUGH = 0.0003;

export async function* checkOrders(context: Context, tools: WriteTools): Findings {
  const price = await readTouch(context);
  if (price === undefined) {
    yield untested(7, 'statusNames', 'there is no rate to price orders with');
    return;
  }
  yield* checkResting(context, tools, price.bid * REST);
  yield* checkNeeds(context, tools, price);
  const { offer } = (await readTouch(context)) ?? price;
  yield* checkFilled(context, tools, offer * (1 + THROUGH));
  yield* checkReason(context, tools, price.bid * REST);
  const { bid } = (await readTouch(context)) ?? price;
  const sale = order(context, 'Sell', bid * (1 - THROUGH), IOC);
  const back = await place(context, tools, 'back', sale);
  if (typeof back === 'string')
    yield untested(7, 'orders', `the position was not sold again: ${back}`);
}

const IOC = { timeInForce: 'IOC' };

function compareStatus(context: Context, status: OrderStatus, row: Fields, evidence: string) {
  const { statusNames } = context.profile;
  const field = `statusNames.${status}`;
  const word = String(row['status']);
  return compare(7, field, statusNames[status], word, evidence, (found) => ({
    statusNames: { [status]: found },
  }));
}

function* compareExecution(context: Context, status: OrderStatus, row: Fields, evidence: string) {
  const word = row['executionType'];
  const assumed = context.profile.executionTypes[status];
  if (typeof word !== 'string' || assumed === undefined) return;
  yield compare(8, `executionTypes.${status}`, assumed, word, evidence, (found) => ({
    executionTypes: { [status]: found },
  }));
}

function* compareAction(context: Context, action: OrderAction, row: Fields, evidence: string) {
  const word = row['action'];
  const assumed = context.profile.orderActions[action];
  if (typeof word !== 'string') return;
  yield compare(8, `orderActions.${action}`, assumed, word, evidence, (found) => ({
    orderActions: { [action]: found },
  }));
}

async function* checkResting(context: Context, tools: WriteTools, price: number): Findings {
  const coId = `${tools.idPrefix}-rest`;
  const life = { timeInForce: 'GTT', expiryTime: LIFE_SECONDS };
  const placed = await place(context, tools, 'rest', order(context, 'Buy', price, life));
  if (typeof placed === 'string' || !isFields(placed.body)) {
    yield untested(7, 'statusNames', typeof placed === 'string' ? placed : placed.evidence);
    return;
  }
  yield compareStatus(context, 'RECEIVED', placed.body, placed.evidence);
  yield* compareAction(context, 'place', placed.body, placed.evidence);
  await context.venue.pause();
  const found = await context.ask('queryOrders', { query: { coId } });
  yield compareShape(context, found);
  const [row] = listItems(found.body);
  if (row !== undefined) {
    yield compareStatus(context, 'NEW', row, found.evidence);
    yield* compareExecution(context, 'NEW', row, found.evidence);
  }
  const id = String(placed.body['orderId']);
  const cancelled = await context.write(tools.send, 'cancelOrder', { id });
  if (typeof cancelled !== 'string') yield* checkCancel(context, cancelled);
  const ended = await waitForEnd(context, coId, found);
  const [last] = listItems(ended.body);
  if (last === undefined) return;
  yield compareStatus(context, 'CANCELED', last, ended.evidence);
  yield* compareExecution(context, 'CANCELED', last, ended.evidence);
  const late = await context.write(tools.send, 'cancelOrder', { id });
  if (typeof late !== 'string') yield* checkLate(context, late);
}

function compareShape(context: Context, reply: Reply): Finding {
  const assumed = context.profile.calls['queryOrders']?.shape ?? 'one';
  const shape = Array.isArray(reply.body) ? 'list' : 'one';
  return compare(11, 'calls.queryOrders.shape', assumed, shape, reply.evidence, (found) => ({
    calls: { queryOrders: { shape: found } },
  }));
}

function* checkCancel(context: Context, reply: Reply) {
  const { cancelStatus } = context.profile;
  const { evidence, status, body } = reply;
  yield compare(11, 'cancelStatus', cancelStatus, status, evidence, (found) => ({
    cancelStatus: found,
  }));
  const shape = reply.text.trim() === '' ? 'empty' : Array.isArray(body) ? 'list' : 'one';
  const assumed = context.profile.calls['cancelOrder']?.shape ?? 'one';
  yield compare(11, 'calls.cancelOrder.shape', assumed, shape, evidence, (found) => ({
    calls: { cancelOrder: { shape: found } },
  }));
  const [row] = listItems(body);
  if (row === undefined) return;
  yield compareStatus(context, 'PENDING_CANCEL', row, evidence);
  yield* compareAction(context, 'cancel', row, evidence);
  yield* compareExecution(context, 'PENDING_CANCEL', row, evidence);
}

function* checkLate(context: Context, reply: Reply) {
  const { notActiveCode, codeFields } = context.profile;
  if (reply.status !== 400 || !isFields(reply.body)) return;
  const { body, evidence } = reply;
  const code = codeFields.map((name) => body[name]).find((value) => typeof value === 'string');
  if (code === undefined) return;
  yield compare(11, 'notActiveCode', notActiveCode, code, evidence, (found) => ({
    notActiveCode: found,
  }));
}

async function* checkFilled(context: Context, tools: WriteTools, price: number): Findings {
  const placed = await place(context, tools, 'fill', order(context, 'Buy', price, IOC));
  if (typeof placed === 'string' || !isFields(placed.body)) {
    yield untested(10, 'orderDates', typeof placed === 'string' ? placed : placed.evidence);
    return;
  }
  const coId = `${tools.idPrefix}-fill`;
  const ended = await waitForEnd(context, coId, placed);
  const [row] = listItems(ended.body);
  if (row === undefined || !(Number(row['cumQty']) > 0)) {
    yield untested(10, 'orderDates', 'the order was not filled', ended.evidence);
    return;
  }
  yield compareStatus(context, 'FILLED', row, ended.evidence);
  yield* compareExecution(context, 'FILLED', row, ended.evidence);
  const date = row['valueDate'];
  if (typeof date === 'string') {
    const form = /^\d{8}$/.test(date) ? 'compact' : 'dashed';
    const { orderDates } = context.profile;
    yield compare(10, 'orderDates', orderDates, form, ended.evidence, (found) => ({
      orderDates: found,
    }));
  }
  yield* checkFills(context, String(row['orderId']));
}

const LIKELY = {
  size: ['dealtAmount', 'amount', 'size', 'quantity', 'lastQty'],
  price: ['rate', 'price', 'lastPrice', 'dealtRate'],
  executedAt: ['executionTime', 'executedTime', 'tradeTime', 'transactTime'],
} as const;

async function* checkFills(context: Context, orderId: string): Findings {
  const reply = await context.ask('orderFills', { query: { orderId } });
  const [trade] = listItems(reply.body);
  if (trade === undefined) {
    yield untested(15, 'tradeFields', 'the fills could not be read', reply.evidence);
    return;
  }
  const { tradeFields } = context.profile;
  for (const name of ['size', 'price', 'executedAt'] as const) {
    const assumed = tradeFields[name];
    const field = `tradeFields.${name}`;
    const subject = { point: 15, field, assumed, evidence: reply.evidence };
    const found = LIKELY[name].find((one) => one in trade);
    const changes = found === undefined ? undefined : { tradeFields: { [name]: found } };
    if (assumed in trade) yield held(subject);
    else yield differs(subject, found ?? 'none of the known names', changes);
  }
}
