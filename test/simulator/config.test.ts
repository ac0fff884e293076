// The simulator's configuration: its defaults, the shipped file and the settings that come of it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseConfig, toJsonSchema } from '../../src/config/index.js';
import { MILLISECOND, parseInstant, SECOND, unwrap } from '../../src/domain/index.js';
import { simulatorSchema, startSimulator, toSimulatorSettings } from '../../src/simulator/index.js';
import { createLog } from '../../src/telemetry/index.js';
import { DEFAULT_PROVIDERS } from '../../src/venue/models/providers.js';
import { signByHand } from './signed.js';

const SHIPPED = fileURLToPath(new URL('../../config/simulator.yaml', import.meta.url));
const LEAST = `
users: [{ user: a, password: b, org: c, account: d }]
recording: { file: rates.csv }
`;

function withHmac(text: string): string {
  return LEAST.replace('account: d', `account: d, hmac: ${text}`);
}

function parse(text: string) {
  return parseConfig({ file: 'simulator.yaml', text }, simulatorSchema);
}

describe('simulatorSchema', () => {
  it('fills in defaults', () => {
    expect(unwrap(parse(LEAST))).toEqual({
      host: '127.0.0.1',
      hosts: [],
      port: 8_787,
      users: [{ user: 'a', password: 'b', org: 'c', account: 'd' }],
      recording: {
        file: 'rates.csv',
        origin: 'recording',
        speed: 1,
        loop: false,
        badRows: 'stop',
      },
      instruments: {},
      keepInputs: false,
      orgs: [],
      providers: DEFAULT_PROVIDERS,
      forwards: {},
      marketDataSets: [],
      custody: {
        assets: [],
        balances: [],
        deposits: [],
        pace: {
          confirm: 10 * SECOND,
          credit: 20 * SECOND,
          review: 2 * SECOND,
          process: 5 * SECOND,
          complete: 15 * SECOND,
        },
        refusedAddresses: [],
        maxRecords: 10_000,
      },
      venue: {
        fillTiming: 'arrival',
        resting: 'touch',
        latency: { rates: 0, orders: 0, replies: 0 },
        tokenLife: 60 * SECOND,
        rateLife: 10 * SECOND,
        seed: 1,
        maxEndedOrders: 10_000,
        rfs: { maxExpiry: 120 * SECOND, activation: 0, maxOpen: 20, maxEnded: 1_000 },
        maxTrades: 10_000,
        maxStpRecords: 20_000,
      },
    });
  });

  it('reads durations and instants as text, and writes what it reads', () => {
    const text = `${LEAST.replace('rates.csv', 'rates.csv, startAt: 2026-07-13T12:00:00.000Z')}
venue: { latency: { orders: 1500us, replies: 20ms }, tokenLife: 5m }
`;
    const config = unwrap(parse(text));
    expect(config.venue.latency).toEqual({ rates: 0, orders: 1_500, replies: 20 * MILLISECOND });
    expect(config.venue.tokenLife).toBe(300 * SECOND);
    expect(config.recording?.startAt).toBe(unwrap(parseInstant('2026-07-13T12:00:00Z')));
    const written = z.encode(simulatorSchema, config);
    expect(written).toMatchObject({
      recording: { startAt: '2026-07-13T12:00:00.000Z' },
      venue: { latency: { rates: '0s', orders: '1500us', replies: '20ms' }, tokenLife: '5m' },
    });
    expect(unwrap(parse(JSON.stringify(written)))).toEqual(config);
  });

  it.each([
    ['no users', LEAST.replace(/\[.*\]/, '[]'), 'users'],
    ['no recording', LEAST.replace(/recording.*/, ''), 'recording'],
    ['a duration without unit', `${LEAST}venue: { tokenLife: 60 }`, 'tokenLife'],
    ['a negative speed', LEAST.replace('rates.csv', 'rates.csv, speed: -1'), 'speed'],
    [
      'an amount finer than its asset',
      `${LEAST}custody: { assets: [{ currency: BTC, networks: [A], withdrawFee: '0.000000001' }] }`,
      'withdrawFee',
    ],
    [
      'a balance in an unknown asset',
      `${LEAST}custody: { balances: [{ org: c, currency: BTC, amount: 1 }] }`,
      'currency',
    ],
    ['another fill timing', `${LEAST}venue: { fillTiming: never }`, 'fillTiming'],
    ['an invalid symbol', `${LEAST}instruments: { EURUSD: {} }`, 'EURUSD'],
    ['an unknown key', `${LEAST}hmac: demo`, 'hmac'],
    ['an HMAC id with a quote', withHmac("{ id: 'a\"b', secret: s }"), 'without quote'],
    ['an HMAC id without secret', withHmac('{ id: a }'), 'users[0].hmac.secret'],
    ['a short control token', `${LEAST}controlToken: short`, 'controlToken'],
  ])('refuses %s', (_, text, words) => {
    const parsed = parse(text);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? '' : parsed.fault.message).toContain(words);
  });

  it('never shows an invalid HMAC secret', () => {
    const parsed = parse(withHmac('{ id: a, secret: "can\\tary" }'));
    expect(parsed.ok ? '' : parsed.fault.message).toMatch(/printable ASCII .*found \[hidden\]$/);
  });

  it('has a schema for editors', () => {
    expect(toJsonSchema(simulatorSchema, 'Simulator')).toMatchObject({
      required: ['users'],
      properties: { port: { default: 8_787 }, venue: { type: 'object' } },
    });
  });
});

describe('toSimulatorSettings', () => {
  it('finds the recording beside the configuration and passes the rest on', () => {
    const text = `${LEAST.replace('rates.csv', 'rates.csv, size: unlimited')}
instruments: { EUR/USD: { minSize: 5000 } }
`;
    const log = createLog({ level: 'silent' });
    const settings = toSimulatorSettings(unwrap(parse(text)), '/etc/weir', 'the-token', log);
    const options = {
      size: 'unlimited',
      badRows: 'stop',
      terms: { 'EUR/USD': { minSize: 5_000 } },
    };
    expect(settings.rates).toEqual({
      origin: 'recording',
      speed: 1,
      sources: [{ kind: 'recording', file: '/etc/weir/rates.csv', loop: false, options }],
    });
    expect(settings).toMatchObject({ port: 8_787, host: '127.0.0.1', controlToken: 'the-token' });
    expect(settings.log).toBe(log);
  });
});

describe('shipped configuration', () => {
  it('starts a simulator that its demo user can log in to, or send signed requests', async () => {
    const text = readFileSync(SHIPPED, 'utf8');
    const config = unwrap(parseConfig({ file: SHIPPED, text }, simulatorSchema));
    expect(join(dirname(SHIPPED), config.recording?.file ?? '')).toMatch(
      /EURUSD-2026-07-13T12\.csv$/,
    );
    const settings = toSimulatorSettings({ ...config, port: 0 }, dirname(SHIPPED), 'the-token');
    const simulator = unwrap(await startSimulator(settings));
    const body = { user: 'demo', pass: 'demo-password', org: 'DemoOrg' };
    const login = await fetch(`${simulator.url}/v2/sso/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(await login.json()).toMatchObject({ status: 'OK' });
    const at = simulator.clock.now() / MILLISECOND;
    const user = { id: 'demo-hmac', secret: 'demo-hmac-secret' };
    const headers = signByHand({ method: 'GET', target: '/v2/orders', at, ...user });
    expect(await fetch(`${simulator.url}/v2/orders`, { headers })).toMatchObject({ status: 200 });
    await simulator.close();
  });
});
