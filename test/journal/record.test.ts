import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BugError } from '../../src/domain/index.js';
import { encodeRecord, FIRST_PREV } from '../../src/journal/index.js';
import { decodeRecord } from '../../src/journal/record.js';

const stamp = {
  session: 1_783_944_000_093_000,
  wall: 1_783_944_000_093,
  mono: 12_345,
  boot: 'a1b2',
};
const draft = { seq: 1, prev: FIRST_PREV, synced: 0, stamp, type: 'wake', data: { b: 1, a: 'é' } };

describe('a journal record', () => {
  it('has this text and the hash that sha256sum gives for it', () => {
    const { line, hash } = encodeRecord(draft);
    const body =
      `{"v":1,"seq":1,"prev":"${'0'.repeat(64)}","t_session":1783944000093000,` +
      '"t_wall":1783944000093,"t_mono":12345,"boot":"a1b2","synced":0,' +
      '"type":"wake","data":{"b":1,"a":"é"}';
    expect(hash).toBe('4a779656137e8757c71cf338c4ee02e79476cfff4eee4c64ef2879720daf8f24');
    expect(line).toBe(`${body},"hash":"${hash}"}`);
    expect(JSON.parse(line)).toMatchObject({ v: 1, seq: 1, data: { b: 1, a: 'é' }, hash });
  });

  it('is read back as it was written, and its text is made again byte for byte', () => {
    const data = fc
      .jsonValue()
      .filter((value) => !/pass|token|secret/i.test(JSON.stringify(value)));
    const integer = fc.maxSafeNat();
    fc.assert(
      fc.property(data, integer, integer, integer, (value, session, wall, mono) => {
        const given = { ...draft, stamp: { session, wall, mono, boot: 'x-1' }, data: value };
        const { line, hash } = encodeRecord(given);
        const read = decodeRecord(Buffer.from(line), 'x:1');
        if (!read.ok) throw new Error(read.fault.message);
        expect(read.value.hash).toBe(hash);
        expect(encodeRecord(read.value).line).toBe(line);
        expect(JSON.stringify(read.value.data)).toBe(JSON.stringify(value));
      }),
    );
  });

  it.each(['password', 'pass', 'apiToken', 'SECRET', 'SSO_TOKEN'])(
    'never holds a key named %s, at any depth',
    (key) => {
      const data = { login: [{ deep: { [key]: 'x' } }] };
      expect(() => encodeRecord({ ...draft, data })).toThrow(
        `key "${key}" in "wake" names a secret`,
      );
    },
  );

  it('may hold the words of a secret in a value', () => {
    const data = { message: 'the "token": expired', list: ['password', null, 0] };
    expect(encodeRecord({ ...draft, data }).line).toContain('expired');
  });

  it.each([
    ['a number that JSON turns into null', { data: { price: [Number.NaN] } }],
    ['no data', { data: undefined }],
    ['a type of two words', { type: 'two words' }],
    ['a fraction of a microsecond', { stamp: { ...stamp, session: 0.5 } }],
    ['a sequence number of 0', { seq: 0 }],
    ['a process without a name', { stamp: { ...stamp, boot: '' } }],
    ['a sync of itself', { synced: 1 }],
  ])('stops on %s, which is a bug', (_, wrong) => {
    expect(() => encodeRecord({ ...draft, ...wrong })).toThrow(BugError);
  });

  it.each([
    ['journal.bad-version', (line: string) => line.replace('"v":1', '"v":2')],
    ['journal.bad-line', (line: string) => line.replace('"seq"', '"sec"')],
    ['journal.bad-line', (line: string) => line.slice(0, -1)],
    ['journal.bad-line', () => ''],
    ['journal.bad-hash', (line: string) => line.replace('"b":1', '"b":2')],
    ['journal.bad-hash', (line: string) => line.replace('"t_mono":1', '"t_mono":2')],
  ])('is refused with %s when its line is changed', (code, change) => {
    const { line } = encodeRecord(draft);
    const read = decodeRecord(Buffer.from(change(line)), '000001.jsonl:7');
    expect(read).toMatchObject({ ok: false, fault: { code, where: '000001.jsonl:7' } });
  });

  it.each([
    ['an instant beyond exact integers', '1783944000093000', '9007199254740993'],
    ['data that is no JSON', '{"b":1,', '{"b":,'],
  ])('is refused with a right hash over %s', (_, good, bad) => {
    const { line } = encodeRecord(draft);
    const body = line.slice(0, line.lastIndexOf(',"hash"')).replace(good, bad);
    const forged = `${body},"hash":"${hash('sha256', body)}"}`;
    const read = decodeRecord(Buffer.from(forged), '000001.jsonl:7');
    expect(read).toMatchObject({ ok: false, fault: { code: 'journal.bad-line' } });
    expect(read.ok ? '' : read.fault.message).toContain('seq 1: expected JSON, found');
  });

  it('is refused when any one byte of it is changed', () => {
    const bytes = Buffer.from(encodeRecord(draft).line);
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(decodeRecord(changed, 'x').ok, `byte ${String(index)}`).toBe(false);
    }
  });
});
