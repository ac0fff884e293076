// HistData "generic ASCII": ticks with both sides, minute bars of the bid. Times are UTC-5 (New
// York winter time) all year.
import { MINUTE, unwrap } from '../../domain/index.js';
import { type Layout, openDelimited } from '../text/delimited.js';
import type { RowFormat } from '../text/row-format.js';
import { anyTime, createFixedZone, createTimeText, ISO } from '../times/index.js';

const WINTER = createFixedZone(-5 * 60);

const TICKS: Layout = {
  delimiter: ',',
  headLines: 0,
  columns: ['time', 'bid', 'offer', 'volume'],
  time: anyTime(unwrap(createTimeText('yyyyMMdd HHmmssSSS', WINTER)), ISO),
  timeColumns: [0],
  bid: 1,
  offer: 2,
};

const BARS: Layout = {
  delimiter: ';',
  headLines: 0,
  columns: ['time', 'open', 'high', 'low', 'close', 'volume'],
  time: anyTime(unwrap(createTimeText('yyyyMMdd HHmmss', WINTER)), ISO),
  timeColumns: [0],
  bid: 4,
  bar: MINUTE,
};

export const histdataTicks: RowFormat = {
  id: 'histdata-ticks',
  summary: 'ticks of HistData: time,bid,offer,volume',
  isOf: ({ first }) => /^\d{8} \d{9},[^,]*,[^,]*,\d+$/.test(first),
  open: (head, facts) => openDelimited(TICKS, head, facts),
};

export const histdataBars: RowFormat = {
  id: 'histdata-bars',
  summary: 'minute bars of HistData (bid): time;open;high;low;close;volume',
  isOf: ({ first }) => /^\d{8} \d{6}(;[^;]*){5}$/.test(first),
  open: (head, facts) => openDelimited(BARS, head, facts),
};
