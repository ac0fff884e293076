// Bodies of own requests for quotes and of acceptances (wire facts 6.1 and 6.3), canonical: the
// same command gives the same bytes, always.
import {
  assert,
  type Command,
  formatShortest,
  type PlaceCommand,
  type RfsCommand,
  type Side,
} from '../../domain/index.js';
import { encodeOrderRequest } from '../order-request.js';
import { toRfsSide } from './rfs-side.js';

/** The body of a command's request; empty where it has none. */
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

/** The base is dealt, so that an order's side is the quote's. */
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
