// Decodes STP download records (wire facts 10.1) one by one: the venue drops a page once it was
// read, so that one unreadable record must not lose the others.
import { isRecord } from '../../validation/index.js';
import type { BustEvent, TradeEvent } from '../../domain/events/index.js';
import { type FindInstrument, toList } from './decode-order.js';
import { decodeTradeRecord, sortByOrder } from './decode-trade.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';
import { cleanText, parseJson } from '../wire-text.js';

export interface StpPage {
  /** Trade id and status of every record, in order; equal marks mean a repeated page. */
  readonly marks: readonly string[];
  /** Trades and busts of own orders, grouped by order. */
  readonly events: readonly (TradeEvent | BustEvent)[];
  /** Messages about unreadable records that may belong to own orders. */
  readonly faults: readonly string[];
}

/** Values of a record's status and event. */
const VERIFIED = 'VERIFIED';
const RESEND = 'RESEND';

/**
 * Decodes a page. Own orders are those whose coId starts with `ownPrefix`. Undefined if the text is
 * no list of records.
 */
export function decodeStpPage(
  text: string,
  ownPrefix: string,
  find: FindInstrument,
  profile: VenueProfile = DEFAULT_PROFILE,
): StpPage | undefined {
  const body = parseJson(text);
  if (body === undefined || (!Array.isArray(body) && !isRecord(body))) return undefined;
  const marks: string[] = [];
  const events: (TradeEvent | BustEvent)[] = [];
  const faults: string[] = [];
  for (const item of toList(body)) {
    if (!isRecord(item)) {
      marks.push(`${String(marks.length)} no record`);
      faults.push('STP: expected a record, found none');
      continue;
    }
    const { tradeId, status, coId, event } = item;
    marks.push(`${toWord(tradeId)} ${toWord(status)}`);
    if (typeof coId === 'string' && !coId.startsWith(ownPrefix)) continue;
    const decoded = decodeTradeRecord(item, find, profile);
    if (!decoded.ok) faults.push(`STP: ${decoded.fault.message}`);
    else if (decoded.value === undefined || !isKnown(status, decoded.value)) {
      faults.push(
        `STP: trade ${toWord(tradeId)}: expected a known status, found ${toWord(status)}`,
      );
    } else if (decoded.value.coId.startsWith(ownPrefix)) {
      const isResent = decoded.value.type === 'trade' && event === RESEND;
      events.push(isResent ? { ...decoded.value, isResent } : decoded.value);
    }
  }
  return { marks, events: sortByOrder(events), faults };
}

/** The download contains only verified trades and busts. */
function isKnown(status: unknown, { type }: TradeEvent | BustEvent): boolean {
  return type === 'bust' || toWord(status).toUpperCase() === VERIFIED;
}

function toWord(value: unknown): string {
  return typeof value === 'string' ? cleanText(value, 60) : 'none';
}
