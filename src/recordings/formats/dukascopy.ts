// Dukascopy, as its platform and the common downloaders write it: ticks, and bars of one side.
import { unwrap } from '../../domain/index.js';
import { type Layout, openDelimited } from '../text/delimited.js';
import type { FileHead, RowFormat } from '../text/row-format.js';
import { anyTime, createTimeText, findZone, ISO_UTC, type TimeText } from '../times/index.js';

/** Sizes are in millions. */
const MILLIONS = 6;

/** Headers, in lower case and without blanks. */
const TIMES = ['timestamp', 'gmttime', 'localtime', 'time(utc)', 'time(eet)'];
const TICK_HEADERS = [
  'timestamp,askprice,bidprice,askvolume,bidvolume',
  ...TIMES.map((time) => `${time},ask,bid,askvolume,bidvolume`),
];
const BAR_HEADERS = TIMES.map((time) => `${time},open,high,low,close,volume`);
/** The downloaders leave volumes out unless they are asked for. */
const VOLUMES = /,askvolume,bidvolume$|,volume$/;

/** Its ways to write a time in UTC. */
const TIME = anyTime(
  unwrap(createTimeText('epoch-ms')),
  unwrap(createTimeText('dd.MM.yyyy HH:mm:ss.SSS')),
  unwrap(createTimeText('yyyy.MM.dd HH:mm:ss.SSS')),
  ISO_UTC,
);
/** By the name of its column: a local time states its offset, EET has a summer time. */
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
  ...{ delimiter: ',', headLines: 1, columns: ['time', 'ask', 'bid', 'askVolume', 'bidVolume'] },
  ...{ time: TIME, timeColumns: [0], offer: 1, bid: 2, offerSize: 3, bidSize: 4 },
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
  ...{ delimiter: ',', headLines: 1 },
  columns: ['time', 'open', 'high', 'low', 'close', 'volume'],
  ...{ time: TIME, timeColumns: [0], bid: 4, bar: 'stated' },
};
const BARE_BARS: Layout = { ...BARS, columns: BARS.columns.slice(0, 5) };

function toHeader({ first }: FileHead): string {
  return first.toLowerCase().replaceAll(' ', '');
}

/** Whether a file has one of the headers, with its volumes or without. */
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
