// Dukascopy, as its platform and the common downloaders write it: ticks, and bars of one side.
import { unwrap } from '../../domain/index.js';
import { type Layout, openDelimited } from '../delimited.js';
import type { FileHead, RowFormat } from '../row-format.js';
import { createTimeText, type TimeText } from '../time-text.js';

/** Sizes are in millions. */
const MILLIONS = 6;

/** Headers, in lower case and without blanks, and how the times below them look. */
const TICK_HEADERS = [
  'timestamp,askprice,bidprice,askvolume,bidvolume',
  'gmttime,ask,bid,askvolume,bidvolume',
  'time(utc),ask,bid,askvolume,bidvolume',
];
const BAR_HEADERS = ['timestamp,open,high,low,close,volume', 'gmttime,open,high,low,close,volume'];

const PATTERNS = ['epoch-ms', 'dd.MM.yyyy HH:mm:ss.SSS', 'yyyy.MM.dd HH:mm:ss.SSS'];
const TIMES: readonly TimeText[] = PATTERNS.map((pattern) => unwrap(createTimeText(pattern)));

/** Any of its ways to write a time in UTC. */
const TIME: TimeText = {
  parse: (text) => {
    for (const time of TIMES) {
      const at = time.parse(text);
      if (at !== undefined) return at;
    }
    return undefined;
  },
  format: (at) => TIMES[2]?.format(at) ?? '',
  shape: TIMES.map(({ shape }) => shape).join(', or '),
};

const TICKS: Layout = {
  ...{ delimiter: ',', headLines: 1, columns: ['time', 'ask', 'bid', 'askVolume', 'bidVolume'] },
  ...{ time: TIME, timeColumns: [0], offer: 1, bid: 2, offerSize: 3, bidSize: 4 },
  sizeExponent: MILLIONS,
};

const BARS: Layout = {
  ...{ delimiter: ',', headLines: 1 },
  columns: ['time', 'open', 'high', 'low', 'close', 'volume'],
  ...{ time: TIME, timeColumns: [0], bid: 4, bar: 'stated' },
};

function toHeader({ first }: FileHead): string {
  return first.toLowerCase().replaceAll(' ', '');
}

export const dukascopyTicks: RowFormat = {
  id: 'dukascopy-ticks',
  summary: 'ticks of Dukascopy: time,ask,bid,askVolume,bidVolume (millions)',
  isOf: (head) => TICK_HEADERS.includes(toHeader(head)),
  open: (head, facts) => openDelimited(TICKS, head, facts),
};

export const dukascopyBars: RowFormat = {
  id: 'dukascopy-bars',
  summary: 'bars of Dukascopy (one side): time,open,high,low,close,volume',
  isOf: (head) => BAR_HEADERS.includes(toHeader(head)),
  open: (head, facts) => openDelimited(BARS, head, facts),
};
