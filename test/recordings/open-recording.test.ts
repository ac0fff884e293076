// Faults of opening files that are no recordings, and of settings that do not fit one.
import { describe, expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../src/domain/index.js';
import {
  faultOf,
  HEADER,
  SAMPLE,
  SHORT_HEADER,
  toInstruments,
  toScratchPath,
  writeLines,
  writeText,
  openText,
} from './recordings.js';

const RATE = '1783944000093,EUR/USD,1.14273,1.14277,2700000,1800000';

function openFault(file: string, options = {}) {
  const opened = openText(file, options);
  if (opened.ok) opened.value.close();
  return opened.ok ? undefined : opened.fault;
}

describe('openTextRecording', () => {
  it('names the file that is missing', () => {
    const file = toScratchPath();
    expect(openFault(file)).toEqual({
      code: 'data.not-found',
      message: 'expected a recording, found no such file',
      where: file,
    });
  });

  it('refuses a directory', () => {
    const fault = openFault(new URL('.', import.meta.url).pathname);
    expect(fault?.code).toBe('data.not-a-file');
    expect(fault?.message).toContain('found a directory');
  });

  it('reports a file that cannot be opened', () => {
    const file = `${SAMPLE}/inside-a-file.csv`;
    expect(openFault(file)).toMatchObject({ code: 'data.unreadable', where: file });
  });

  it('refuses an empty file', () => {
    const file = writeText('');
    expect(openFault(file)).toMatchObject({ code: 'data.empty', where: file });
  });

  it.each([
    ['with a line end', `${HEADER}\n`],
    ['without a line end', HEADER],
    ['with blank lines', `${HEADER}\r\n\r\n\n`],
  ])('refuses a header without rates: %s', (_, text) => {
    const file = writeText(text);
    expect(openFault(file)).toEqual({
      code: 'data.no-rates',
      message: 'expected rates below the header, found none',
      where: `${file}:1`,
    });
  });

  it.each([
    'time,symbol,bid,ask,bidSize,offerSize',
    'time,symbol,bid,offer,bidSize',
    'Time,symbol,bid,offer',
    RATE,
    '',
  ])('names the found and the expected columns of the header "%s"', (header) => {
    const file = writeLines(header, RATE);
    const fault = openFault(file);
    expect(fault).toMatchObject({ code: 'data.header', where: `${file}:1` });
    expect(fault?.message).toBe(
      `expected the header ${HEADER} or ${SHORT_HEADER}, the first line of another format ` +
        '(truefx, histdata-ticks, histdata-bars, dukascopy-ticks, dukascopy-bars, ndjson), ' +
        `or recording.layout; found ${JSON.stringify(header)}`,
    );
  });

  it('shows the start of a file of another format', () => {
    const fault = openFault(writeText(Buffer.alloc(3 << 20, 'PAR1\0')));
    expect(fault?.code).toBe('data.header');
    expect(fault?.message).toContain('found "PAR1\\u0000PAR1');
    expect(fault?.message.length).toBeLessThan(500);
  });

  it('requires the size that a recording without size columns lacks', () => {
    const file = writeLines(SHORT_HEADER, '1783944000093,EUR/USD,1.1,1.2');
    const fault = openFault(file);
    expect(fault).toMatchObject({ code: 'data.size-missing', where: `${file}:1` });
    expect(fault?.message).toContain('recording.size: N | unlimited');
  });

  it.each([0, -1, 0.001, NaN, Infinity])('refuses the size %s', (size) => {
    const file = writeLines(HEADER, RATE);
    const fault = faultOf(file, { size });
    expect(fault).toMatchObject({ code: 'data.size', where: `${file}:2` });
    expect(fault?.message).toContain(`at most 2 decimals, found ${String(size)}`);
    expect(openFault(file, { size, instruments: toInstruments('EUR/USD') })?.code).toBe(
      'data.size',
    );
  });

  it('refuses more instruments than a block can number', () => {
    const terms = { ratePrecision: 5, sizeIncrement: 1 };
    const create = (id: number) => unwrap(createInstrument(id, `S${String(id)}/USD`, terms));
    const instruments = Array.from({ length: 4_097 }, (_, id) => create(id));
    expect(openFault(SAMPLE, { instruments })?.code).toBe('data.too-many-symbols');
    expect(openFault(SAMPLE, { instruments: instruments.slice(0, 4_096) })).toBeUndefined();
  });

  it('throws on instruments whose ids are not dense', () => {
    const [euro] = toInstruments('EUR/USD');
    const instruments = euro === undefined ? [] : [{ ...euro, id: 1 }];
    expect(() => openText(SAMPLE, { instruments })).toThrow('ids must be dense');
  });
});
