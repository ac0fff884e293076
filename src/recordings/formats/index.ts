// Text formats of recordings, in the order in which a file is tested for them.
import type { RowFormat } from '../text/row-format.js';
import { dukascopyBars, dukascopyTicks } from './dukascopy.js';
import { histdataBars, histdataTicks } from './histdata.js';
import { ndjson } from './ndjson.js';
import { truefx } from './truefx.js';
import { weirCsv } from './weir-csv.js';

export { type Column, type Mapping, openMapped, toExponent } from './mapped-csv.js';
export { FULL_HEADER, SHORT_HEADER } from './weir-csv.js';

export const ROW_FORMATS: readonly RowFormat[] = [
  weirCsv,
  truefx,
  histdataTicks,
  histdataBars,
  dukascopyTicks,
  dukascopyBars,
  ndjson,
];
