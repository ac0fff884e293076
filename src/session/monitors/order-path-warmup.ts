// Keeps the code path of an order warm: while the venue answers a poll, Weir decodes a made-up rate
// and encodes and hashes a made-up order, then drops both.
import { type Instrument, MILLISECOND } from '../../domain/index.js';
import type { PlaceCommand } from '../../domain/orders/index.js';
import type { LaneDispatcher, VenueClientOptions } from '../../client/index.js';
import { encodeRecord, FIRST_PREV, sha256Hex } from '../../journal/index.js';
import { decodeSpotRate, encodeSpotRate } from '../../protocol/codecs/index.js';
import { encodeOrderRequest, parseJson } from '../../protocol/index.js';
import { type OutputRecord, toCommandRecords } from '../../records/index.js';

type CreateLane = NonNullable<VenueClientOptions['createLane']>;
type Handler = Parameters<LaneDispatcher['dispatch']>[1];

const AT = 1_783_944_000_000 * MILLISECOND;
const STAMP = { session: AT, wall: AT / MILLISECOND, mono: 1, boot: 'rehearsal' };
const BID_TICKS = 108_510;
const UNITS = 100_000;
const OWNER = { strategy: 'rehearsal', parent: '', arrivalTicks2: 2 * BID_TICKS };

/**
 * Runs the pure functions between a rate and its order on made-up values, without gate, kernel,
 * journal and request. Returns the journal lines that it would have written.
 */
export function createOrderPathWarmup([instrument]: readonly Instrument[]): () => string {
  if (instrument === undefined) return () => '';
  const offerTicks = BID_TICKS + 10;
  const rateText = encodeSpotRate(instrument, BID_TICKS, offerTicks, UNITS, UNITS, AT, '');
  const command: PlaceCommand = {
    kind: 'place',
    coId: 'rehearsal',
    intentId: 1,
    instrument,
    side: 'Buy',
    type: 'Limit',
    timeInForce: 'IOC',
    units: UNITS,
    priceTicks: offerTicks,
    expirySeconds: 0,
    attempt: 1,
  };
  return () => {
    const rate = decodeSpotRate(parseJson(rateText), instrument);
    if (!rate.ok) return rate.fault.message;
    const { type, ...data } = rate.value;
    const body = encodeOrderRequest(command);
    const outgoing = { command, body, sha256: sha256Hex(body), requestId: 'rehearsal.1' };
    return encodeAll([{ type, data }, ...toCommandRecords(outgoing, OWNER, AT)]);
  };
}

function encodeAll(records: readonly OutputRecord[]): string {
  let [lines, seq, prev] = ['', 0, FIRST_PREV];
  for (const { type, data } of records) {
    const synced = seq;
    seq += 1;
    const { line, hash } = encodeRecord({ seq, prev, synced, stamp: STAMP, type, data });
    prev = hash;
    lines += `${line}\n`;
  }
  return lines;
}

/**
 * Lanes that rehearse once at creation, and after each data request while its response is on its
 * way.
 */
export function withOrderPathWarmup(createLane: CreateLane, rehearse: () => unknown): CreateLane {
  // An error here would occur every time: better at the start than between two orders.
  rehearse();
  return (lane, ...place) => {
    const made = createLane(lane, ...place);
    if (lane !== 'data') return made;
    return {
      dispatch: (options, handler) => made.dispatch(options, onceWritten(handler, rehearse)),
      close: () => made.close(),
    };
  };
}

/**
 * Acts after the bytes are written: the request starts in that tick, and microtasks run after it.
 */
function onceWritten(handler: Handler, act: () => unknown): Handler {
  return {
    onRequestStart: (controller, context) => {
      handler.onRequestStart?.(controller, context);
      queueMicrotask(act);
    },
    onResponseStart: (controller, status, headers) => {
      handler.onResponseStart?.(controller, status, headers);
    },
    onResponseData: (controller, chunk) => {
      handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd: (controller, trailers) => {
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError: (controller, error) => {
      handler.onResponseError?.(controller, error);
    },
  };
}
