// A venue of plain node:http on loopback that answers as a test tells it to, in step with a clock.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createVenueClient, type VenueClient } from '../../src/client/index.js';
import {
  createInstrument,
  type Instant,
  type Instrument,
  MILLISECOND,
  unwrap,
} from '../../src/domain/index.js';
import { createCountedLanes } from './counted-lanes.js';
import { createSteppedClock, type SteppedClock } from '../../src/torture/stepped-clock.js';

/** 2026-01-06 10:00:00 UTC. */
export const START_AT: Instant = 1_767_693_600_000_000;
export const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
export const USDJPY = unwrap(createInstrument(1, 'USD/JPY'));

/** Status and body of an answer; `hold` keeps the request until it is released. */
export type Script = { readonly status: number; readonly body: string } | 'hold';

export interface Request {
  /** Session time at which it came. */
  readonly at: Instant;
  /** Method and path with query. */
  readonly line: string;
  readonly body: string;
}

export interface ScriptedVenue {
  readonly client: VenueClient;
  readonly clock: SteppedClock;
  /** All requests that came, in order. */
  readonly requests: readonly Request[];
  /** Sets the answers to a line: one after another, the last one for ever. */
  readonly on: (line: string, ...scripts: readonly Script[]) => void;
  /** Answers the oldest request that is held. */
  readonly release: (status: number, body: string) => void;
  /** Microseconds after the start at which requests of a line came. */
  readonly times: (line: string) => readonly number[];
  /** Moves the clock on, letting everything settle at each step. */
  readonly advance: (span: number) => Promise<void>;
  /** Requests that the client tried to send. */
  readonly countSent: () => number;
  /** Waits until no answer is outstanding but those that are held. */
  readonly settle: () => Promise<void>;
  /** From now on every connection is refused. */
  readonly stop: () => Promise<void>;
}

export interface VenueOptions {
  readonly lifeMs?: number;
  readonly onLogin?: Parameters<typeof createVenueClient>[0]['onLogin'];
}

export function json(status: number, value: unknown): Script {
  return { status, body: JSON.stringify(value) };
}

/** Answers a line that has no script with status 599, until the end of the test. */
export async function startVenue(options: VenueOptions = {}): Promise<ScriptedVenue> {
  const scripts = new Map<string, Script[]>();
  const requests: Request[] = [];
  const held: ServerResponse[] = [];
  const lifeMs = options.lifeMs ?? 60_000_000;
  const lanes = createCountedLanes();
  const settle = (): Promise<void> => lanes.settle(() => held.length);
  const clock = createSteppedClock(START_AT, settle);

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const line = `${request.method ?? ''} ${decodeURIComponent(request.url ?? '')}`;
      response.sendDate = false;
      if (line.startsWith('POST /v2/sso/login') || line.startsWith('GET /v2/sso/token/renew')) {
        requests.push({ at: clock.now(), line, body: '' });
        const scripted = scripts.get(line)?.[0];
        if (scripted !== undefined && scripted !== 'hold') write(response, scripted);
        else write(response, toLogin(clock.now(), lifeMs), { SSO_TOKEN: 'a-token' });
        return;
      }
      requests.push({ at: clock.now(), line, body });
      const list = scripts.get(line) ?? [{ status: 599, body: `{"message":"no ${line}"}` }];
      const script = list.length > 1 ? list.shift()! : list[0]!;
      if (script === 'hold') held.push(response);
      else write(response, script);
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const client = unwrap(
    createVenueClient({
      baseUrl: `http://127.0.0.1:${port}`,
      user: 'algo1',
      password: 'a-password',
      org: 'DeskOrg',
      findInstrument: (symbol): Instrument | undefined =>
        [EURUSD, USDJPY].find((instrument) => instrument.symbol === symbol),
      now: () => clock.now(),
      createLane: lanes.createLane,
      ...(options.onLogin === undefined ? {} : { onLogin: options.onLogin }),
    }),
  );
  onTestFinished(async () => {
    await stop();
    await client.close();
  });
  return {
    client,
    clock,
    requests,
    on: (line, ...list) => scripts.set(line, [...list]),
    release: (status, body) => write(held.shift()!, { status, body }),
    times: (line) => requests.filter((seen) => seen.line === line).map(({ at }) => at - START_AT),
    advance: async (span) => {
      await settle();
      await clock.advanceTo(clock.now() + span);
      await settle();
    },
    countSent: lanes.countSent,
    settle,
    stop,
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function write(
  response: ServerResponse,
  script: Exclude<Script, 'hold'>,
  headers: Record<string, string> = {},
): void {
  response.writeHead(script.status, { 'content-type': 'application/json', ...headers });
  response.end(script.body);
}

function toLogin(at: Instant, lifeMs: number): Exclude<Script, 'hold'> {
  const serverUTCTime = Math.floor(at / MILLISECOND);
  const times = { expiryTime: serverUTCTime + lifeMs, serverUTCTime };
  const body = JSON.stringify({ status: 'OK', errorCode: null, valid: true, ...times });
  return { status: 200, body };
}

/** A rate as the venue prints it; `millis` after the start. */
export function toRate(bid: number, offer: number, millis = 0): unknown {
  const time = START_AT / MILLISECOND + millis;
  return { symbol: 'EUR/USD', bid, offer, bidLimit: 1_000_000, offerLimit: 1_000_000, time };
}

/** An order of 1,000,000 EUR/USD as the venue prints it; `millis` after the start. */
export function toOrder(coId: string, status: string, cumQty = 0, millis = 0): unknown {
  return {
    coId,
    type: 'Limit',
    timeInForce: 'GTC',
    side: 'Buy',
    currency: 'EUR',
    symbol: 'EUR/USD',
    size: 1_000_000,
    price: 1.1,
    orderId: `id-${coId}`,
    status,
    cumQty,
    transactTime: START_AT / MILLISECOND + millis,
  };
}

/** A fill of an order as the venue prints it. */
export function toTrade(coId: string, tradeId: string, dealtAmount: number): unknown {
  return {
    tradeId,
    orderId: `id-${coId}`,
    coId,
    symbol: 'EUR/USD',
    currency: 'EUR',
    dealtAmount,
    rate: 1.1,
    executionTime: '2026-01-06 10:00:00,100 +0000',
  };
}
