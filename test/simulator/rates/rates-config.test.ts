// Rate sources that a simulator file names, and the shipped file with generated rates.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../../src/config/index.js';
import { unwrap } from '../../../src/domain/index.js';
import {
  simulatorSchema,
  startSimulator,
  toSimulatorSettings,
} from '../../../src/simulator/index.js';
import { Client, CONTROL_TOKEN } from '../harness.js';

const USERS = 'users: [{ user: a, password: b, org: c, account: d }]\n';
const EURUSD = '{ symbols: { EUR/USD: { price: 1.1 } } }';
const SET = 'startAt: 2026-07-13T08:00:00Z';
const SHIPPED = fileURLToPath(new URL('../../../config/simulator-generated.yaml', import.meta.url));

function parse(rates: string) {
  return parseConfig({ file: 'simulator.yaml', text: USERS + rates }, simulatorSchema);
}

describe('rates of a simulator file', () => {
  it('are recordings beside it and generators, in order', () => {
    const text = `rates:
  origin: now
  speed: 5
  sources:
    - recording: { file: a.csv, loop: true, size: 1000 }
    - generator: ${EURUSD}
instruments: { EUR/USD: { minSize: 5 } }
`;
    const settings = toSimulatorSettings(unwrap(parse(text)), '/etc/weir', 'the-token');
    const terms = { 'EUR/USD': { minSize: 5 } };
    expect(settings.rates).toMatchObject({
      origin: 'now',
      speed: 5,
      sources: [
        {
          ...{ kind: 'recording', file: '/etc/weir/a.csv', loop: true },
          options: { size: 1_000, badRows: 'stop', terms },
        },
        { kind: 'generator', terms, generator: { seed: 1, week: true } },
      ],
    });
  });

  it.each([
    ['', 'expected either recording or rates'],
    [`recording: { file: a.csv }\nrates: { sources: [] }\n`, 'sources'],
    [
      `recording: { file: a.csv }\nrates: { sources: [{ recording: { file: a.csv } }] }\n`,
      'expected either recording or rates',
    ],
    ['rates: { sources: [] }\n', 'sources'],
    ['rates: { sources: [{}] }\n', 'expected either recording or generator'],
    [`rates: { sources: [{ generator: ${EURUSD} }] }\n`, 'expected startAt'],
    [`rates: { ${SET}, sources: [{ recording: { file: a.csv } }] }\n`, 'expected no startAt'],
    [
      `rates: { origin: now, ${SET}, sources: [{ generator: ${EURUSD} }] }\n`,
      'expected no startAt',
    ],
    ['rates: { origin: now, sources: [{ generator: { symbols: {} } }] }\n', 'expected a symbol'],
    ['rates: { sources: [{ recording: { file: a.csv, speed: 2 } }] }\n', 'speed'],
  ])('are refused: %s', (text, words) => {
    const parsed = parse(text);
    expect(parsed.ok).toBe(false);
    expect(JSON.stringify(parsed)).toContain(words);
  });
});

describe('shipped file with generated rates', () => {
  async function open(): Promise<Client> {
    const text = readFileSync(SHIPPED, 'utf8');
    const config = unwrap(parseConfig({ file: SHIPPED, text }, simulatorSchema));
    const settings = toSimulatorSettings({ ...config, port: 0 }, dirname(SHIPPED), CONTROL_TOKEN);
    const rates = { ...settings.rates, speed: 0 };
    const simulator = unwrap(await startSimulator({ ...settings, rates }));
    onTestFinished(() => simulator.close());
    return new Client(simulator);
  }

  async function step(client: Client, seconds: number) {
    const toMicros = client.simulator.clock.now() + seconds * 1e6;
    const headers = { 'X-Control-Token': CONTROL_TOKEN };
    await client.ask('POST', '/control/clock', { headers, body: { toMicros } });
    await client.login({ user: 'demo', password: 'demo-password', org: 'DemoOrg', account: '' });
  }

  it('serves its symbols from several providers', async () => {
    const client = await open();
    await step(client, 60);
    for (const symbol of ['EUR/USD', 'GBP/USD', 'USD/JPY', 'EUR/GBP', 'USD/MXN']) {
      const pair = encodeURIComponent(symbol);
      const { status, body } = await client.get(`/v2/rates/spot/RAW?symbol=${pair}`);
      expect([symbol, status]).toEqual([symbol, 200]);
      expect(body.bid.length).toBeGreaterThan(1);
      expect(body.bid[0]).toBeLessThan(body.offer.at(-1));
    }
  });

  it('gives the same answers each time', async () => {
    const [one, two] = [await open(), await open()];
    await step(one, 300);
    for (let i = 0; i < 30; i++) await step(two, 10);
    const path = '/v2/rates/spot/FULL?symbol=EUR%2FUSD';
    const answer = await one.get(path);
    expect(answer.status).toBe(200);
    expect((await two.get(path)).body).toEqual(answer.body);
  });
});
