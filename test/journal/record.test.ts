import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BugError } from '../../src/domain/fault.js';
import { encodeRecord, FIRST_PREV } from '../../src/journal/index.js';
import { decodeRecord } from '../../src/journal/record.js';

const stamp = {
  session: 1_783_944_000_093_000,
  wall: 1_783_944_000_093,
  mono: 12_345,
  boot: 'a1b2',
};
const draft = { seq: 1, prev: FIRST_PREV, synced: 0, stamp, type: 'wake', data: { b: 1, a: 'é' } };

const HASH_OF_DRAFT = '4a779656137e8757c71cf338c4ee02e79476cfff4eee4c64ef2879720daf8f24';

describe('journal record', () => {
  it('has this text and the hash that sha256sum gives for it', () => {
    const { line, hash } = encodeRecord(draft);
    const body =
      `{"v":1,"seq":1,"prev":"${'0'.repeat(64)}","t_session":1783944000093000,` +
      '"t_wall":1783944000093,"t_mono":12345,"boot":"a1b2","synced":0,' +
      '"type":"wake","data":{"b":1,"a":"é"}';
    expect(hash).toBe(HASH_OF_DRAFT);
    expect(line).toBe(`${body},"hash":"${hash}"}`);
    expect(JSON.parse(line)).toMatchObject({ v: 1, seq: 1, data: { b: 1, a: 'é' }, hash });
  });

  it('is read as it was written, and its text is rebuilt byte for byte', () => {
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
    'never has a key named %s, at any depth',
    (key) => {
      const data = { login: [{ deep: { [key]: 'x' } }] };
      expect(() => encodeRecord({ ...draft, data })).toThrow(
        `key "${key}" in "wake" names a secret`,
      );
    },
  );

  it('may contain the names of a secret in a value', () => {
    const data = { message: 'the "token": expired', list: ['password', null, 0] };
    expect(encodeRecord({ ...draft, data }).line).toContain('expired');
  });

  it.each([
    [{ data: { price: [Number.NaN] } }, 'journal: NaN in "wake" is not JSON'],
    [{ data: undefined }, 'journal: data of "wake" is not JSON'],
    [{ type: 'two words' }, 'journal: type must be one word, found "two words"'],
    [{ type: 'wake\n' }, 'journal: type must be one word, found "wake\n"'],
    [{ type: '' }, 'journal: type must be one word, found ""'],
    [{ type: 'x'.repeat(65) }, `journal: type must be one word, found "${'x'.repeat(65)}"`],
    [
      { stamp: { ...stamp, session: 0.5 } },
      'journal: stamp must be integers, found {"session":0.5,"wall":1783944000093,"mono":12345,"b',
    ],
    [{ stamp: { ...stamp, wall: Infinity } }, 'journal: stamp must be integers, found'],
    [{ stamp: { ...stamp, mono: 0.5 } }, 'journal: stamp must be integers, found'],
    [{ stamp: { ...stamp, boot: '' } }, 'journal: stamp must be integers, found'],
    [{ stamp: { ...stamp, boot: 'a b' } }, 'journal: stamp must be integers, found'],
    [{ stamp: { ...stamp, boot: 'b'.repeat(41) } }, 'journal: stamp must be integers, found'],
    [{ seq: 0 }, 'journal: seq must be above 0, found 0'],
    [{ seq: -1, synced: -2 }, 'journal: seq must be above 0, found -1'],
    [{ seq: 2 ** 53 }, `journal: seq must be above 0, found ${String(2 ** 53)}`],
    [{ synced: 1 }, 'journal: synced must be below seq, found 1'],
    [{ synced: -1 }, 'journal: synced must be below seq, found -1'],
  ])('throws on an invalid draft: %o', (wrong, message) => {
    expect(() => encodeRecord({ ...draft, ...wrong })).toThrow(BugError);
    expect(() => encodeRecord({ ...draft, ...wrong })).toThrow(message);
  });

  it.each([
    ['bad-version', ['"v":1', '"v":2'], 'expected record version 1, found 2'],
    ['bad-version', ['"v":1', '"v":12'], 'expected record version 1, found 12'],
    ['bad-line', ['"v":1', '"v":x'], 'expected a record that starts with {"v":1,"seq":'],
    ['bad-line', ['{"v":1', ' {"v":2'], 'expected a record that starts with {"v":1,"seq":'],
    ['bad-line', ['"seq"', '"sec"'], 'expected a record that starts with {"v":1,"seq":'],
    ['bad-line', [/\}$/, ''], 'expected a closing ,"hash", found "{\\"v\\":1,'],
    ['bad-line', [/"\}$/, ';}'], 'expected a closing ,"hash", found'],
    ['bad-line', [/^.*$/, ''], 'expected a record that starts with {"v":1,"seq":, found ""'],
    ['bad-line', ['"hash":"4', '"hash":"z'], 'expected a closing ,"hash", found'],
    ['bad-hash', ['"b":1', '"b":2'], `seq 1: expected hash ${HASH_OF_DRAFT}, found `],
    ['bad-hash', ['"t_mono":1', '"t_mono":2'], 'the line was changed'],
  ] as const)('is refused with journal.%s when its line is changed: %o', (code, change, words) => {
    const { line } = encodeRecord(draft);
    const [from, to] = change;
    const read = decodeRecord(Buffer.from(line.replace(from, to)), '000001.jsonl:7');
    const fault = { code: `journal.${code}`, where: '000001.jsonl:7' };
    expect(read).toMatchObject({ ok: false, fault });
    expect(read.ok ? '' : read.fault.message).toContain(words);
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

  it('fault quotes the first 60 characters of an invalid line, and a shorter one whole', () => {
    const say = (text: string) => {
      const read = decodeRecord(Buffer.from(text), 'x');
      return read.ok ? '' : read.fault.message.replace(/^.*, found /, '');
    };
    expect(say('y'.repeat(60))).toBe(`"${'y'.repeat(60)}"`);
    expect(say('y'.repeat(61))).toBe(`"${'y'.repeat(60)}..."`);
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
