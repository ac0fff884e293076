// Dukascopy files of its platform and common downloaders: ticks, and bars of one side.
import { unwrap } from '../../domain/index.js';
import { type Layout, openDelimited } from '../text/delimited.js';
import type { FileHead, RowFormat } from '../text/row-format.js';
import { anyTime, createTimeText, findZone, ISO_UTC, type TimeText } from '../times/index.js';

/** Sizes are in millions (10^6). */
const MILLIONS = 6;

/** Headers in lower case without blanks. */
const TIMES = ['timestamp', 'gmttime', 'localtime', 'time(utc)', 'time(eet)'];
const TICK_HEADERS = [
  'timestamp,askprice,bidprice,askvolume,bidvolume',
  ...TIMES.map((time) => `${time},ask,bid,askvolume,bidvolume`),
];
const BAR_HEADERS = TIMES.map((time) => `${time},open,high,low,close,volume`);
/** Downloaders write volumes on request only. */
const VOLUMES = /,askvolume,bidvolume$|,volume$/;

/** Formats of UTC times. */
const TIME = anyTime(
  unwrap(createTimeText('epoch-ms')),
  unwrap(createTimeText('dd.MM.yyyy HH:mm:ss.SSS')),
  unwrap(createTimeText('yyyy.MM.dd HH:mm:ss.SSS')),
  ISO_UTC,
);
/** Formats by name of the time column: a local time states its offset, EET has summer time. */
const LOCAL: readonly (readonly [head: string, time: TimeText])[] = [
  ['localtime', unwrap(createTimeText("dd.MM.yyyy HH:mm:ss.SSS 'GMT'XX"))],
  [
    'time(eet)',
    unwrap(
      createTimeText('yyyy.MM.dd HH:mm:ss.SSS', unwrap(findZone(undefined, 'Europe/Helsinki'))),
    ),
  ],
];

const TICKS: Layout = {
  delimiter: ',',
  headLines: 1,
  columns: ['time', 'ask', 'bid', 'askVolume', 'bidVolume'],
  time: TIME,
  timeColumns: [0],
  offer: 1,
  bid: 2,
  offerSize: 3,
  bidSize: 4,
  sizeExponent: MILLIONS,
};
const BARE_TICKS: Layout = {
  delimiter: ',',
  headLines: 1,
  columns: TICKS.columns.slice(0, 3),
  time: TIME,
  timeColumns: [0],
  offer: 1,
  bid: 2,
};

const BARS: Layout = {
  delimiter: ',',
  headLines: 1,
  columns: ['time', 'open', 'high', 'low', 'close', 'volume'],
  time: TIME,
  timeColumns: [0],
  bid: 4,
  bar: 'stated',
};
const BARE_BARS: Layout = { ...BARS, columns: BARS.columns.slice(0, 5) };

function toHeader({ first }: FileHead): string {
  return first.toLowerCase().replaceAll(' ', '');
}

/** Whether a file has one of the headers, with or without volumes. */
function hasHeader(head: FileHead, headers: readonly string[]): boolean {
  const found = toHeader(head);
  return headers.some((header) => found === header || found === header.replace(VOLUMES, ''));
}

function hasVolumes(head: FileHead): boolean {
  return VOLUMES.test(toHeader(head));
}

function withTime(layout: Layout, head: FileHead): Layout {
  const found = LOCAL.find(([name]) => toHeader(head).startsWith(name));
  return found === undefined ? layout : { ...layout, time: found[1] };
}

export const dukascopyTicks: RowFormat = {
  id: 'dukascopy-ticks',
  summary: 'ticks of Dukascopy: time,ask,bid,askVolume,bidVolume (millions)',
  isOf: (head) => hasHeader(head, TICK_HEADERS),
  open: (head, facts) => {
    return openDelimited(withTime(hasVolumes(head) ? TICKS : BARE_TICKS, head), head, facts);
  },
};

export const dukascopyBars: RowFormat = {
  id: 'dukascopy-bars',
  summary: 'bars of Dukascopy (one side): time,open,high,low,close,volume',
  isOf: (head) => hasHeader(head, BAR_HEADERS),
  open: (head, facts) => {
    return openDelimited(withTime(hasVolumes(head) ? BARS : BARE_BARS, head), head, facts);
  },
};
