// Encodes own quote requests and acceptances (wire facts 6.1, 6.3); equal commands, equal bytes.
import { assert } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import type { Command, PlaceCommand, RfsCommand, Side } from '../../domain/orders/index.js';
import { encodeOrderRequest } from '../order-request.js';
import { toRfsSide } from './rfs-side.js';

/** Body of a command's request; empty if it has none. */
export function encodeCommand(command: Command): string {
  switch (command.kind) {
    case 'place':
      return command.quote === undefined ? encodeOrderRequest(command) : encodeAcceptance(command);
    case 'rfs':
      return encodeQuoteRequest(command);
    default:
      return '';
  }
}

function encodeQuoteRequest(command: RfsCommand): string {
  const { coId, instrument, side, units, lifeSeconds, customer } = command;
  assert(units > 0, `${coId}: amount above 0`);
  const amount = formatShortest(units, instrument.baseDecimals);
  return (
    `{"clOrderId":${JSON.stringify(coId)},"symbol":"${instrument.symbol}","amount":${amount},` +
    `"dealtCurrency":"${instrument.base}","expiry":${String(lifeSeconds)},` +
    `"side":"${toRfsSide(side)}","nearValueDate":"SPOT","priceType":"Spot",` +
    `"customerAccount":${JSON.stringify(customer.account)},` +
    `"customerOrg":${JSON.stringify(customer.org)}}`
  );
}

/** Weir deals the base, so that the order's side is also the quote's side. */
function encodeAcceptance({ coId, side, quote }: PlaceCommand): string {
  assert(quote !== undefined, `${coId}: accepts no quote`);
  const { quoteId, transactionId } = quote;
  const transaction =
    transactionId === '' ? '' : `,"transactionId":${JSON.stringify(transactionId)}`;
  return (
    `{"clOrderId":${JSON.stringify(coId)},"quoteId":${JSON.stringify(quoteId)},` +
    `"side":"${toWireSide(side)}"${transaction}}`
  );
}

function toWireSide(side: Side): 'BUY' | 'SELL' {
  return side === 'Buy' ? 'BUY' : 'SELL';
}
