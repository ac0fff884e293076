// Times as texts: every way to write one, what is cut, and what is no time of a rate.
import { describe, expect, it } from 'vitest';
import { createTimeText, findZone, readTime } from '../../../src/recordings/times/index.js';
import { unwrap } from '../../../src/domain/index.js';

const NOON = Date.UTC(2026, 6, 13, 12) * 1_000;

function read(text: string, format?: string, zone: { offset?: string; name?: string } = {}) {
  const found = unwrap(findZone(zone.offset, zone.name));
  const at = readTime(unwrap(createTimeText(format, found)), text);
  return at.ok ? at.value : at.fault.message;
}

describe('fraction of a second', () => {
  const NANOS = Date.UTC(2025, 11, 10, 15, 57, 4) * 1_000 + 50_464;

  it.each([
    ['2025-12-10T15:57:04.050464286Z', 'yyyy-MM-ddTHH:mm:ss.SSSSSSSSSXXX'],
    ['2025-12-10T15:57:04.050464286Z', 'yyyy-MM-ddTHH:mm:ss.SSSZ'],
    ['2025-12-10T15:57:04.050464286', 'yyyy-MM-ddTHH:mm:ss.SSSSSSS'],
    ['2025-12-10T16:57:04.050464286+01:00', 'yyyy-MM-ddTHH:mm:ss.SSSSSSS'],
    ['2025-12-10T15:57:04,050464999Z', 'iso'],
    ['1765382224050464286', 'epoch-ns'],
    ['1765382224.050464286', 'epoch-s'],
    ['1765382224050.4642', undefined],
    ['1765382224050464286', undefined],
    ['1.765382224050464286E18', undefined],
  ])('is cut to microseconds: %s', (text, format) => {
    expect(read(text, format)).toBe(NANOS);
  });

  it.each([
    ['2026-07-13 12:00:00+00:00', 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX', 0],
    ['2026-07-13 12:00:00.25+00:00', 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX', 250_000],
    ['2026-07-13 12:00:00.250', 'yyyy-MM-dd HH:mm:ss', 250_000],
    ['13.7.2026 12:00:00:007', 'd.M.yyyy H:mm:ss:SSS', 7_000],
    ['20260713 120000007', 'yyyyMMdd HHmmssSSS', 7_000],
  ])('may be absent or of any length: %s', (text, format, micros) => {
    expect(read(text, format)).toBe(NOON + micros);
  });

  it('without a separator has the digits of its pattern', () => {
    expect(read('20260713 1200007', 'yyyyMMdd HHmmssSSS')).toContain('expected a time such as');
  });
});

describe('ISO 8601', () => {
  it.each([
    '2026-07-13T12:00:00Z',
    '2026-07-13 12:00:00.000000+00:00',
    '2026-07-13T14:00+0200',
    '2026-07-13t07:30:00-04:30',
    '20260713T120000Z',
    '2026-07-13 12:00:00 UTC',
    '2026-07-13T21:00+09',
  ])('is read with any zone: %s', (text) => {
    expect(read(text)).toBe(NOON);
    expect(read(text, 'iso')).toBe(NOON);
  });

  it('has midnight at the end of a day', () => {
    expect(read('2026-07-12T24:00:00Z')).toBe(Date.UTC(2026, 6, 13) * 1_000);
  });

  it.each([
    '2026-07-13T12:00:60Z',
    '2026-07-13T24:00:01Z',
    '2026-02-30T12:00:00Z',
    '2026-07-13T12:00:00',
    '2026-07-13T12:00:00+15:00',
    '2026-0713T12:00:00Z',
  ])('is not %s', (text) => {
    expect(read(text)).toContain('found "2026-');
  });

  it('without a zone is in the stated one', () => {
    expect(read('2026-07-13 14:00:00', 'iso', { offset: '+02:00' })).toBe(NOON);
    expect(read('2026-07-13 15:00:00', undefined, { name: 'Europe/Athens' })).toBe(NOON);
  });
});

describe('named time zone', () => {
  const format = 'yyyy.MM.dd HH:mm:ss';
  const athens = unwrap(createTimeText(format, unwrap(findZone(undefined, 'Europe/Athens'))));
  const utc = (text: string) => Date.parse(`${text}Z`) * 1_000;

  it('has two offsets in a year', () => {
    expect(athens.parse('2026.01.13 12:00:00')).toBe(utc('2026-01-13T10:00:00'));
    expect(athens.parse('2026.07.13 12:00:00')).toBe(utc('2026-07-13T09:00:00'));
    expect(athens.parse('2026.03.29 02:59:59')).toBe(utc('2026-03-29T00:59:59'));
    expect(athens.parse('2026.03.29 04:00:00')).toBe(utc('2026-03-29T01:00:00'));
    expect(athens.format(utc('2026-07-13T09:00:00'))).toBe('2026.07.13 12:00:00');
  });

  it('skips an hour in spring', () => {
    expect(athens.parse('2026.03.29 03:30:00')).toBeUndefined();
  });

  it('has an hour twice in autumn, the second one after a clock that goes back', () => {
    const texts = ['02:59:59', '03:00:00', '03:59:59', '03:00:00', '03:59:59', '04:00:00'];
    const found = texts.map((text) => athens.parse(`2026.10.25 ${text}`));
    const expected = ['2026-10-24T23:59:59', '2026-10-25T00:00:00', '2026-10-25T00:59:59'];
    const second = ['2026-10-25T01:00:00', '2026-10-25T01:59:59', '2026-10-25T02:00:00'];
    expect(found).toEqual([...expected, ...second].map(utc));
  });

  it.each([
    [undefined, 'Europe/Atens', 'IANA name such as Europe/Athens, found Europe/Atens'],
    ['Europe/Athens', undefined, 'found Europe/Athens (a zone: set timeZone)'],
    ['+02:00', 'Europe/Athens', 'expected utcOffset or timeZone, found both'],
  ])('is refused where it is unknown: %s, %s', (offset, name, message) => {
    const found = findZone(offset, name);
    expect(found.ok ? '' : found.fault.message).toContain(message);
  });
});

describe('instant before 1990 or from 2100 on', () => {
  it.each([
    ['1783944000', 'epoch-ms', 'looks like seconds'],
    ['1783944000', 'epoch-us', 'looks like seconds'],
    ['1783944000093', 'epoch-s', 'looks like milliseconds'],
    ['1783944000093', 'epoch-us', 'looks like milliseconds'],
    ['1783944000093000', 'epoch-ms', 'looks like microseconds'],
    ['1765382224050464286', 'epoch-us', 'looks like nanoseconds'],
    ['1783944000093', 'epoch-ns', 'looks like milliseconds'],
    ['631151999999', 'epoch-ms', 'before 1990'],
    ['4102444800000', 'epoch-ms', 'after 2099'],
    ['1970-01-21T00:00:00Z', 'iso', 'its unit is wrong by a factor of 1,000'],
    ['1970-01-01T00:00:00Z', 'iso', 'before 1990'],
  ])('is refused as the time of a rate: %s as %s', (text, format, why) => {
    expect(read(text, format)).toContain(`found "${text}": ${why}`);
  });

  it.each(['631152000000', '4102444799999'])('is next to the first and last: %s', (text) => {
    expect(read(text, 'epoch-ms')).toBe(Number(text) * 1_000);
  });
});

describe('time pattern', () => {
  it.each([
    ['yyyy-MM-dd hh:mm:ss', 'found "hh" in "yyyy-MM-dd hh:mm:ss"'],
    ['yyyy-MM-dd HH:mm:ss.fff', 'found "fff"'],
    ['yyyyy-MM-dd HH:mm', 'found "yyyyy"'],
    ['yyyy-mm-dd HH:mm', 'found the minute twice'],
    ['yyyy-MM-dd HH:mm:ss.SSS SSS', 'found the fraction twice'],
    ['yyyy-MM-dd', 'expected iso, epoch-s, epoch-ms, epoch-us, epoch-ns, or a pattern with'],
  ])('with unknown or repeated letters is refused: %s', (pattern, message) => {
    const found = createTimeText(pattern);
    expect(found.ok ? '' : found.fault.message).toContain(message);
  });

  it('may contain quoted letters', () => {
    expect(read('2026-07-13 at 12:00', "yyyy-MM-dd 'at' HH:mm")).toBe(NOON);
  });
});
