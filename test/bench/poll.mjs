// Polls of a rate through the client over bare undici GET + JSON.parse, and how exact the grid is.
// node poll.mjs [POLLS=2000] [ROUNDS=5]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { createVenueClient } from '../../dist/src/client/index.js';
import { createInstrument, unwrap } from '../../dist/src/domain/index.js';
import { DEFAULT_SHARES, RequestBudget } from '../../dist/src/polling/index.js';
import { createSessionClock, realPorts } from '../../dist/src/host/index.js';
import { createPoller, createStreams } from '../../dist/src/polling/index.js';
import { KEEP_HIGH, KEEP_LOW, printResult, takeTurns, toMedian } from './measure.mjs';

const PATH = '/v2/rates/spot?symbol=EUR%2FUSD';
const GRID_POLLS = 1_000;
const INTERVAL = 5_000; // microseconds
const PLENTY = 1_000_000; // requests a second

if (process.argv[2] === '--serve') serve();
else await compare(Number(process.argv[2] ?? '2000'), Number(process.argv[3] ?? '5'));

/** A venue that answers every GET with the next rate, in a process of its own. */
function serve() {
  let rates = 0;
  const server = createServer((request, response) => {
    const headers = { 'content-type': 'application/json' };
    const now = Date.now();
    if (request.method === 'POST') {
      const login = { status: 'OK', serverUTCTime: now, expiryTime: now + 3_600_000 };
      response.writeHead(200, { ...headers, SSO_TOKEN: 'bench' }).end(JSON.stringify(login));
      request.resume();
      return;
    }
    const bid = (110_000 + (rates++ % 100)) / 100_000;
    const sizes = { bidLimit: 1_000_000, offerLimit: 2_000_000 };
    const rate = { symbol: 'EUR/USD', bid, offer: 1.2, ...sizes, time: now, rateId: `r${rates}` };
    response.writeHead(200, headers).end(JSON.stringify(rate));
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

async function compare(polls, rounds) {
  const child = fork(fileURLToPath(import.meta.url), ['--serve']);
  const port = await new Promise((resolve) => child.once('message', resolve));
  const origin = `http://127.0.0.1:${port}`;
  const pool = new Pool(origin, { connections: 2, pipelining: 1 });
  const instrument = unwrap(createInstrument(0, 'EUR/USD'));
  const clock = createSessionClock(Date.now() * 1_000, 1, realPorts.clock);
  const client = unwrap(
    createVenueClient({
      baseUrl: origin,
      user: 'bench',
      password: 'bench',
      org: 'bench',
      findInstrument: () => instrument,
      now: () => clock.now(),
    }),
  );
  unwrap(await client.login());

  const askBare = async () =>
    JSON.parse(await (await pool.request({ path: PATH, method: 'GET' })).body.text());
  const askClient = async () => (await client.spotRate(instrument)).value;
  assert.equal((await askBare()).symbol, 'EUR/USD');
  assert.equal((await askClient()).offerTicks, 120_000);
  await measure(askBare, polls);
  await measure(askClient, polls);

  const results = [];
  for (let round = 0; round < rounds; round++) {
    const pair = {};
    for (const name of takeTurns(round, ['bare', 'weir'])) {
      pair[name] = await measure(name === 'bare' ? askBare : askClient, polls);
    }
    results.push({ ...pair, ratio: pair.weir / pair.bare });
  }
  const grid = await measureGrid(client, clock, instrument);
  const median = (key, decimals = 0) =>
    toMedian(
      results.map((one) => one[key]),
      decimals,
    );
  const { gridErrorP50Ms, driftMs } = grid;
  const goals = [
    {
      what: 'polls/s of the client over bare undici GET and JSON.parse',
      value: median('ratio', 2),
      ...KEEP_HIGH,
    },
    { what: 'grid error p50, ms', value: gridErrorP50Ms, ...KEEP_LOW },
    { what: 'drift over 1,000 polls, ms', value: driftMs, better: 'low', aim: '0' },
  ].map((goal) => ({ id: 'P13', ...goal }));
  printResult('poll', goals, {
    polls,
    rounds,
    weirPollsPerSecond: median('weir'),
    barePollsPerSecond: median('bare'),
  });
  await client.close();
  await pool.close();
  child.disconnect();
  child.kill();
}

/** Polls per second, one after another. */
async function measure(ask, polls) {
  const start = performance.now();
  for (let i = 0; i < polls; i++) await ask();
  return polls / ((performance.now() - start) / 1_000);
}

/** How late the polls of a stream leave, and how far 1,000 of them have drifted, in milliseconds. */
async function measureGrid(client, clock, instrument) {
  const shares = Object.fromEntries(Object.keys(DEFAULT_SHARES).map((lane) => [lane, PLENTY]));
  const budget = new RequestBudget(shares, clock.now());
  const poller = createPoller({ clock, budget, maxInFlight: 4, seed: 1 });
  const askedAt = [];
  const asking = { spotRate: (asked) => (askedAt.push(clock.now()), client.spotRate(asked)) };
  const schedule = poller.grid('rate/EUR/USD', INTERVAL);
  const streams = createStreams({ client: asking, clock, poller });
  await new Promise((resolve) => {
    const subscription = streams.rates(instrument, { interval: INTERVAL }).subscribe(() => {
      if (askedAt.length < GRID_POLLS) return;
      subscription.unsubscribe();
      resolve();
    });
  });
  // The grid point of a poll that is less than one interval late.
  const errors = askedAt.map((at) => at - (schedule(at) - INTERVAL));
  const middle = (from, to) => toMedian(errors.slice(from, to), 3);
  return {
    gridErrorP50Ms: toMillis(toMedian(errors, 3)),
    // Medians of both ends, so that one late timer is not taken for drift.
    driftMs: toMillis(middle(-100) - middle(0, 100)),
  };
}

function toMillis(micros) {
  return Number((micros / 1_000).toFixed(3));
}
