// A simulator on a recording of a few rows, with stopped time, and a client that speaks plain HTTP.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { NO_LATENCY } from '../../src/venue/models/latency.js';
import { DAY, MILLISECOND, unwrap } from '../../src/domain/index.js';
import {
  type RatesSettings,
  type RecordingSource,
  type Simulator,
  type SimulatorSettings,
  startSimulator,
} from '../../src/simulator/index.js';

/** Monday 2026-07-13T12:00:00Z in epoch milliseconds: `date -u -d 2026-07-13T12:00:00Z +%s`. */
export const START = 1_783_944_000_000;
export const CONTROL_TOKEN = 'control-token';
export const USER = { user: 'algo1', password: 'secret-1', org: 'DeskOrg', account: 'DeskOrgLE' };

/** A recording: rows of milliseconds after START, symbol, bid, offer, bid size and offer size. */
export function writeRecording(rows: readonly string[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'weir-simulator-')), 'rates.csv');
  const lines = rows.map((row) => row.replace(/^\d+/, (ms) => String(START + Number(ms))));
  writeFileSync(file, ['time,symbol,bid,offer,bidSize,offerSize', ...lines, ''].join('\n'));
  return file;
}

/** One rate at START; the next, a pip higher, 10 s later. */
export const TWO_RATES = [
  '0,EUR/USD,1.1,1.1002,1000000,2000000',
  '10000,EUR/USD,1.1001,1.1003,1000000,2000000',
];

/** Rates of a pair that is delivered, and of one that is not. */
export const WITH_INR = {
  rows: ['0,EUR/USD,1.1,1.1002,1000000,2000000', '0,USD/INR,85,85.01,1000000,1000000'],
  recording: { options: { terms: { 'USD/INR': { ratePrecision: 5, sizeIncrement: 0.01 } } } },
};

type Changes = Partial<Omit<SimulatorSettings, 'venue' | 'rates'>> & {
  readonly rows?: readonly string[];
  readonly venue?: Partial<SimulatorSettings['venue']>;
  /** The one recording, and how time runs over it. */
  readonly recording?: Partial<Omit<RatesSettings, 'sources'> & Omit<RecordingSource, 'kind'>>;
  /** Instead of the recording. */
  readonly rates?: RatesSettings;
};

/** Settings with stopped time and no latency, unless changed. */
export function createSettings(changes: Changes = {}): SimulatorSettings {
  const { rows = TWO_RATES, venue, recording = {}, ...others } = changes;
  const { file = writeRecording(rows), options = {}, loop = false, ...clock } = recording;
  const sources = [{ kind: 'recording', file, options, loop } as const];
  const standard = { latency: NO_LATENCY, fillTiming: 'arrival', tokenLife: DAY, seed: 7 } as const;
  return {
    port: 0,
    users: [USER],
    controlToken: CONTROL_TOKEN,
    venue: { ...standard, maxEndedOrders: 100, ...venue },
    rates: { origin: 'recording', speed: 0, sources, ...clock },
    ...others,
  };
}

/** A simulator that is closed at the end of the test. */
export async function start(changes: Changes = {}): Promise<Client> {
  const simulator = unwrap(await startSimulator(createSettings(changes)));
  onTestFinished(() => simulator.close());
  return new Client(simulator);
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any body
  readonly body: any;
}

export interface Ask {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export class Client {
  readonly simulator: Simulator;
  token = '';

  constructor(simulator: Simulator) {
    this.simulator = simulator;
  }

  /** One request; a text or bytes as body go as they are, all else as JSON. */
  async ask(method: string, path: string, { token, headers, body }: Ask = {}): Promise<Reply> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const sent = token ?? this.token;
    const response = await fetch(this.simulator.url + path, {
      method,
      headers: { ...JSON_TYPE, ...(sent === '' ? {} : { SSO_TOKEN: sent }), ...headers },
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: parsed };
  }

  get(path: string): Promise<Reply> {
    return this.ask('GET', path);
  }

  async login({ user, password, org } = USER): Promise<string> {
    const body = { user, pass: password, org };
    const { headers } = await this.ask('POST', '/v2/sso/login', { body });
    this.token = headers.get('SSO_TOKEN') ?? '';
    return this.token;
  }

  /** Moves stopped time to milliseconds after START. */
  moveTo(ms: number): Promise<Reply> {
    return this.ask('POST', '/control/clock', {
      headers: { 'X-Control-Token': CONTROL_TOKEN },
      body: { toMicros: (START + ms) * MILLISECOND },
    });
  }

  /** Places a Buy of 100,000 EUR/USD at 1.1002, IOC, unless changed. */
  place(coId: string, changes: object = {}): Promise<Reply> {
    return this.ask('POST', '/v2/orders', { body: createOrder(coId, changes) });
  }

  async order(coId: string): Promise<Reply['body']> {
    return (await this.get(`/v2/orders?coId=${coId}`)).body as unknown;
  }

  async trades(coId: string): Promise<Reply['body']> {
    return (await this.get(`/v2/trades?coId=${coId}`)).body as unknown;
  }
}

export function createOrder(coId: string, changes: object = {}): object {
  return {
    coId,
    type: 'Limit',
    side: 'Buy',
    symbol: 'EUR/USD',
    currency: 'EUR',
    size: 100_000,
    price: 1.1002,
    timeInForce: 'IOC',
    ...changes,
  };
}

/** Asks to buy 1,000,000 EUR at spot, for 60 s, unless changed. */
export function createRfs(clOrderId: string, changes: object = {}): object {
  return {
    clOrderId,
    symbol: 'EUR/USD',
    amount: 1_000_000,
    dealtCurrency: 'EUR',
    expiry: 60,
    side: 'BUY',
    nearValueDate: 'SPOT',
    priceType: 'Spot',
    customerAccount: USER.account,
    customerOrg: USER.org,
    ...changes,
  };
}

/** A Spot booking of EUR 1 million bought at 1.1001, unless changed; undefined leaves one out. */
export function createBooking(changes: object = {}): object {
  return {
    type: 'Spot',
    channel: '1',
    clientRequestId: 'book-1',
    counterparty: 'LP1',
    counterpartyAccount: 'LP1LE1',
    customerOrg: 'DeskOrg',
    customerAccount: 'DeskOrgLE',
    dealtIns: 'EUR',
    dealtAmount: 1_000_000,
    rate: 1.1001,
    side: 'BUY',
    symbol: 'EUR/USD',
    tradeDate: '2026-07-13',
    valueDate: '2026-07-15',
    ...changes,
  };
}

/** Sends raw requests on one connection, which the last one asks to close; all that comes back. */
export async function exchange(client: Client, requests: readonly string[]): Promise<string> {
  const socket = connect(client.simulator.port, '127.0.0.1');
  const last = requests.length - 1;
  requests.forEach((request, i) => {
    const sent = i === last ? request.replace('\r\n', '\r\nConnection: close\r\n') : request;
    socket.write(sent, 'latin1');
  });
  let text = '';
  for await (const chunk of socket.setEncoding('latin1')) text += String(chunk);
  return text;
}

/** All that the simulator sends for raw bytes, until it closes the connection. */
export async function sendRaw(client: Client, bytes: string): Promise<string> {
  const socket = connect(client.simulator.port, '127.0.0.1');
  socket.write(bytes, 'latin1');
  let text = '';
  for await (const chunk of socket.setEncoding('latin1')) text += String(chunk);
  return text;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** One raw request with its headers. */
export function formatRequest(
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const length = { 'Content-Length': String(body.length) };
  const all = { Host: 'localhost', ...(body === '' ? {} : JSON_TYPE), ...length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
