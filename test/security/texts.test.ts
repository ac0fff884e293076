// Readers of other texts from outside: each accepts any text, or refuses it with a message.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { decodeRecord, encodeRecord, FIRST_PREV } from '../../src/journal/record.js';
import { profileSchema } from '../../src/protocol/profile/index.js';
import { parseRequest } from '../../src/control/messages.js';
import { sessionSchema } from '../../src/plan/config-schema.js';
import { parsePolicy } from '../../src/plan/load-policy.js';
import { simulatorSchema } from '../../src/simulator/index.js';
import { faultOf, HEADER, writeText } from '../recordings/recordings.js';
import { BOTTOMLESS, hostileTexts, isPolluted } from './hostile.js';
import { countRuns } from '../runs.js';

const CODE = /^[a-z]+\.[a-z-]+$/;

function read(name: string): string {
  return readFileSync(new URL(`../../config/${name}`, import.meta.url), 'utf8');
}

describe('line on the control socket', () => {
  const requests = [
    { do: 'status' },
    { do: 'kill', id: 'kill-1', cause: 'RC63', by: 'me', reason: 'a test of it' },
    { do: 'checks', halts: ['1-1'], support: '' },
    {
      ...{ do: 'flatten', by: 'me', reason: 'why', cause: 'RC63', support: '' },
      shown: { file: '', kills: 0, halts: 0 },
    },
    {
      ...{ do: 'resume', by: 'me', reason: 'why', halts: [], cause: 'RC63', support: '' },
      ...{ accepted: '', shown: { file: '', kills: 0, halts: 0 } },
    },
    { do: 'resolve', coId: 'a-1', as: 'lost', by: 'me', reason: 'why', hasVenueWord: true },
  ].map((request) => JSON.stringify(request));

  it('is a request or refused', () => {
    for (const text of requests) expect(parseRequest(text).ok).toBe(true);
    fc.assert(
      fc.property(hostileTexts(requests), (text) => {
        const parsed = parseRequest(text);
        if (!parsed.ok) expect(parsed.fault.code).toBe('control.request');
        expect(isPolluted()).toBe(false);
      }),
      { numRuns: countRuns(2_000) },
    );
    for (const text of BOTTOMLESS) expect(parseRequest(text).ok).toBe(false);
  });
});

describe('line of a journal', () => {
  const stamp = { session: 1_767_693_605_123_000, wall: 1_767_693_605_123.5, mono: 7, boot: 'b-1' };
  const record = {
    seq: 1,
    prev: FIRST_PREV,
    stamp,
    synced: 0,
    type: 'note',
    data: { a: [1, 'x'] },
  };
  const { line: text } = encodeRecord(record);

  it('is a record only as it was written', () => {
    const whole = decodeRecord(Buffer.from(text), 'here');
    expect(whole).toMatchObject({ ok: true, value: { data: record.data } });
    fc.assert(
      fc.property(hostileTexts([text]), (changed) => {
        const decoded = decodeRecord(Buffer.from(changed), 'here');
        expect(decoded.ok).toBe(changed === text);
        if (!decoded.ok) expect(decoded.fault.code).toMatch(CODE);
      }),
      { numRuns: countRuns(3_000) },
    );
  });
});

describe('a recording', () => {
  const rows = [
    '1783944000093,EUR/USD,1.14273,1.14277,2700000,1800000',
    '1783944000094,EUR/USD,1.14274,1.14278,2700000,1800000',
  ];
  const good = `${[HEADER, ...rows].join('\n')}\n`;
  const file = writeText(good);

  it('is read to its end or to the first bad row', () => {
    fc.assert(
      fc.property(hostileTexts([good]), (text) => {
        writeText(text, file);
        const badRows = text.length % 2 === 0 ? 'stop' : 'skip';
        expect(faultOf(file, { badRows })?.code ?? 'data.good').toMatch(CODE);
      }),
      { numRuns: countRuns(1_000) },
    );
  });
});

describe('configuration file', () => {
  const kinds = [
    ['session', sessionSchema, read('run.yaml')],
    ['simulator', simulatorSchema, read('simulator.yaml')],
    ['profile', profileSchema, 'idempotency: none\n'],
  ] as const;

  it.each(kinds)('is accepted or refused with its line: %s', (_, schema, sample) => {
    fc.assert(
      fc.property(hostileTexts([sample]), (text) => {
        const source = { file: 'a.yaml', text, sha256: '' };
        const parsed = parseConfig(source, schema);
        if (!parsed.ok) {
          expect(parsed.fault.code).toMatch(CODE);
          expect(parsed.fault.where).toMatch(/^a\.yaml/);
        }
        expect(isPolluted()).toBe(false);
      }),
      { numRuns: countRuns(250) },
    );
  });

  it('is accepted or refused with its line: policy', () => {
    const sample = read('policy.yaml');
    expect(parsePolicy({ file: 'a.yaml', text: sample }).ok).toBe(true);
    fc.assert(
      fc.property(hostileTexts([sample]), (text) => {
        const parsed = parsePolicy({ file: 'a.yaml', text });
        if (!parsed.ok) expect(parsed.fault.code).toMatch(CODE);
      }),
      { numRuns: countRuns(40) },
    );
  });

  it.each(['<<: ', 'a: ', '- ', '? ', '[', '{a: '])('of %j without end is refused', (mark) => {
    for (const head of ['', '<<: <<: <<\n: ']) {
      const text = `${head}${mark.repeat(3_000)}`;
      const parsed = parseConfig({ file: 'a.yaml', text }, sessionSchema);
      const message = expect.stringContaining('expected at most 64 levels, found more') as string;
      const fault = { code: 'config.syntax', message };
      expect(parsed).toMatchObject({ ok: false, fault });
    }
  });

  it('of one long line without nested levels is read', () => {
    const params = { symbol: 'EUR/USD', note: 'a - b: c ? [{' };
    const text = JSON.stringify({ list: Array.from({ length: 2_000 }, () => params) });
    const schema = z.strictObject({ list: z.array(z.record(z.string(), z.string())) });
    for (const one of [text, text.replaceAll('":', '": ')]) {
      expect(parseConfig({ file: 'a.yaml', text: one }, schema).ok).toBe(true);
    }
  });

  it('with endless levels is refused', () => {
    for (const text of BOTTOMLESS) {
      const source = { file: 'a.yaml', text: text.slice(0, 20_000), sha256: '' };
      expect(parseConfig(source, sessionSchema)).toMatchObject({ ok: false });
    }
  });
});
