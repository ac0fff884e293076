// Sustained load on one simulator by a standard tool: orders and rate polling at once, for minutes,
// with the server's memory looked at every second.
// node load.mjs [SECONDS=600] [ORDER_CONNECTIONS=8] [POLL_CONNECTIONS=4]   needs a built dist
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { printResult, toMedian, withDirectory } from './measure.mjs';

const CLI = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const RECORDING = fileURLToPath(
  new URL('../../config/recordings/EURUSD-2026-07-13T12.csv', import.meta.url),
);
const LOGIN = { user: 'load', org: 'LoadOrg' };
const PASSWORD = 'load-password';
/** Taken, asked of the market, and expired: every step of an order without growing positions. */
const ORDER = {
  ...{ coId: 'load-[<id>]', type: 'Limit', side: 'Buy', symbol: 'EUR/USD', currency: 'EUR' },
  ...{ size: 1_000, price: 1.0, timeInForce: 'IOC' },
};
const PAGE_BYTES = 4_096;
const LOOK_EVERY_MS = 1_000;
/** Growth from the second third of the run to the last, MB, beyond which memory is not flat. */
const MOST_GROWTH_MB = 8;
/** A shorter run still fills what the simulator remembers of orders: it judges no growth. */
const STEADY_SECONDS = 30;

const [seconds = 600, orderConnections = 8, pollConnections = 4] = process.argv
  .slice(2)
  .map(Number);
await withDirectory(async (directory) => {
  const server = await startServer(directory);
  try {
    await measure(server);
  } finally {
    server.child.kill();
  }
});

async function startServer(directory) {
  const config = join(directory, 'simulator.yaml');
  const settings = {
    users: [{ ...LOGIN, password: PASSWORD, account: 'LoadLE' }],
    recording: { file: RECORDING, speed: 10, loop: true },
    venue: { tokenLife: '365d', maxEndedOrders: 10_000 },
  };
  writeFileSync(config, JSON.stringify(settings));
  const child = spawn(process.execPath, [CLI, 'simulate', config, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, url: line.replace('listening on ', '') };
}

async function measure({ child, url }) {
  const token = await login(url);
  const memory = [];
  const timer = setInterval(() => memory.push(readMegabytes(child.pid)), LOOK_EVERY_MS);
  const shared = { duration: seconds, headers: { SSO_TOKEN: token } };
  const [orders, polls] = await Promise.all([
    autocannon({
      ...shared,
      url: `${url}/v2/orders`,
      method: 'POST',
      connections: orderConnections,
      idReplacement: true,
      headers: { ...shared.headers, 'content-type': 'application/json' },
      body: JSON.stringify(ORDER),
    }),
    autocannon({
      ...shared,
      url: `${url}/v2/rates/spot?symbol=EUR%2FUSD`,
      connections: pollConnections,
    }),
  ]);
  clearInterval(timer);
  for (const result of [orders, polls]) {
    assert.equal(result.errors, 0, 'requests without an answer');
    assert.equal(result.non2xx, 0, 'requests that were not taken');
    assert.ok(result['2xx'] > 0, 'no request was taken');
  }
  report(orders, polls, memory);
}

async function login(url) {
  const body = JSON.stringify({ ...LOGIN, pass: PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v2/sso/login`, { method: 'POST', headers, body });
  assert.equal(answer.status, 200);
  return answer.headers.get('SSO_TOKEN');
}

/** Resident memory of a process, from the kernel's own count. */
function readMegabytes(pid) {
  const [, resident] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(resident) * PAGE_BYTES) / 1_048_576;
}

function report(orders, polls, memory) {
  const third = Math.floor(memory.length / 3);
  const middle = toMedian(memory.slice(third, 2 * third), 1);
  const last = toMedian(memory.slice(2 * third), 1);
  const growth = {
    value: Number((last - middle).toFixed(1)),
    better: 'low',
    aim: `at most ${MOST_GROWTH_MB}`,
  };
  const what = 'growth of the simulator under load, MB from the second third to the last';
  const goals = seconds < STEADY_SECONDS ? [] : [{ id: 'flat', what, ...growth }];
  printResult('load', goals, {
    seconds,
    orderConnections,
    pollConnections,
    ordersPerSecond: Math.round(orders.requests.average),
    ordersP50Ms: orders.latency.p50,
    ordersP99Ms: orders.latency.p99,
    pollsPerSecond: Math.round(polls.requests.average),
    pollsP99Ms: polls.latency.p99,
    accepted: orders['2xx'],
    memoryMb: { start: memory[0]?.toFixed(1), middle, last, most: Math.max(...memory).toFixed(1) },
  });
}
