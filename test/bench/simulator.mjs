// Accepted orders a second of the simulator over those of a bare server, one core each, in paired
// interleaved rounds of the same load from a process of its own.
// node simulator.mjs [ORDERS=30000] [ROUNDS=7]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { unwrap } from '../../dist/src/domain/index.js';
import { startSimulator } from '../../dist/src/simulator/index.js';
import { baselinePath } from './fixtures.mjs';
import { KEEP_HIGH, printResult, takeTurns, toMedian } from './measure.mjs';

const SELF = fileURLToPath(import.meta.url);
const CONNECTIONS = 16; // one request in flight on each
const USER = { user: 'bench', password: 'bench-password', org: 'BenchOrg', account: 'BenchLE' };
const ORDER = { type: 'Limit', side: 'Buy', symbol: 'EUR/USD', currency: 'EUR', size: 1000 };
const TERMS = { ...ORDER, price: 1.2, timeInForce: 'IOC' };

const [command = '30000', argument = '7', ...others] = process.argv.slice(2);
if (command === '--serve') await serve(argument);
else if (command === '--load') await load(argument, ...others);
else await compare(Number(command), Number(argument));

async function compare(orders, rounds) {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const servers = [];
  const start = async (...args) => {
    const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    servers.push(server);
    return (await firstLine(server)).replace('listening on ', '');
  };
  try {
    const echo = await start(baselinePath('echo-server'), '0');
    const weir = await start(SELF, '--serve', directory);
    const token = await login(weir);
    const first = await place(weir, token, 'first');
    const results = [];
    let placed = 0;
    for (let round = -1; round < rounds; round++) {
      const measure = (url) => runLoad(url, token, orders, `${round}-`);
      const pair = {};
      for (const name of takeTurns(round + 1, ['echo', 'weir'])) {
        pair[name] = await measure(name === 'echo' ? echo : weir);
      }
      placed += orders;
      await assertFilled(weir, token, `${round}-${orders - 1}`);
      if (round >= 0) results.push({ ...pair, ratio: pair.weir / pair.echo }); // -1 warms up
    }
    const last = await place(weir, token, 'last');
    assert.equal(last - first, placed + 1, 'not every order was accepted');
    report(orders, rounds, results);
  } finally {
    for (const server of servers) server.kill();
    rmSync(directory, { recursive: true });
  }
}

function report(orders, rounds, results) {
  const median = (key, decimals = 0) =>
    toMedian(
      results.map((one) => one[key]),
      decimals,
    );
  const what = 'accepted orders/s of the simulator over a bare echo server, one core';
  const goal = { id: 'P14', what, value: median('ratio', 2), ...KEEP_HIGH };
  printResult('simulator', [goal], {
    orders,
    rounds,
    connections: CONNECTIONS,
    weirOrdersPerSecond: median('weir'),
    echoOrdersPerSecond: median('echo'),
  });
}

async function firstLine(child) {
  const [line] = await once(createInterface(child.stdout), 'line');
  return line;
}

async function runLoad(url, token, orders, prefix) {
  const args = [SELF, '--load', url, token, String(orders), prefix];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return Number(await firstLine(child));
}

async function login(url) {
  const body = JSON.stringify({ user: USER.user, pass: USER.password, org: USER.org });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/v2/sso/login`, { method: 'POST', headers, body });
  return response.headers.get('SSO_TOKEN');
}

/** Places one order and returns the number that the venue gave it. */
async function place(url, token, coId) {
  const headers = { SSO_TOKEN: token, 'content-type': 'application/json' };
  const request = { method: 'POST', headers };
  const body = JSON.stringify({ coId, ...TERMS });
  const response = await fetch(`${url}/v2/orders`, { ...request, body });
  assert.equal(response.status, 202);
  return Number((await response.json()).orderId);
}

async function assertFilled(url, token, coId) {
  const response = await fetch(`${url}/v2/orders?coId=${coId}`, { headers: { SSO_TOKEN: token } });
  const { status, cumQty } = await response.json();
  assert.deepEqual({ status, cumQty }, { status: 'FILLED', cumQty: ORDER.size });
}

/** A venue with a rate every 100 ms and displayed sizes that never run out. */
async function serve(directory) {
  const file = join(directory, 'rates.csv');
  const rows = Array.from({ length: 600 }, (_, i) => `${1783944000000 + i * 100},EUR/USD,1.1,1.2`);
  writeFileSync(file, ['time,symbol,bid,offer', ...rows, ''].join('\n'));
  const latency = { rates: 0, orders: 0, replies: 0 };
  const tokenLife = 86_400_000_000;
  const simulator = unwrap(
    await startSimulator({
      port: 0,
      controlToken: 'bench-control',
      users: [USER],
      venue: { latency, fillTiming: 'arrival', tokenLife, seed: 1, maxEndedOrders: 10_000 },
      rates: {
        origin: 'recording',
        speed: 1,
        sources: [{ kind: 'recording', file, options: { size: 'unlimited' }, loop: true }],
      },
    }),
  );
  console.log(simulator.url);
}

/** Places orders over raw keep-alive sockets; prints accepted orders a second. */
async function load(url, token, count, prefix) {
  const orders = Number(count);
  const { hostname, port } = new URL(url);
  const head =
    `POST /v2/orders HTTP/1.1\r\nHost: ${hostname}\r\nSSO_TOKEN: ${token}\r\n` +
    'Content-Type: application/json\r\nContent-Length: ';
  const bodies = Array.from({ length: orders }, (_, i) =>
    JSON.stringify({ coId: `${prefix}${i}`, ...TERMS }),
  );
  const requests = bodies.map((body) => `${head}${body.length}\r\n\r\n${body}`);
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket.setNoDelay(), 'connect')));
  let sent = 0;
  const start = performance.now();
  const drive = (socket) =>
    new Promise((resolve, reject) => {
      let text = '';
      const next = () => (sent < orders ? socket.write(requests[sent++]) : resolve());
      socket.on('error', reject).on('data', (chunk) => {
        text += chunk.latin1Slice();
        const end = text.indexOf('\r\n\r\n');
        if (end < 0 || text.length < end + 4 + lengthOf(text)) return;
        assert(text.startsWith('HTTP/1.1 202 '), text);
        text = '';
        next();
      });
      next();
    });
  await Promise.all(sockets.map(drive));
  const seconds = (performance.now() - start) / 1_000;
  for (const socket of sockets) socket.destroy();
  console.log(orders / seconds);
}

function lengthOf(text) {
  const name = 'content-length: ';
  const at = text.toLowerCase().indexOf(name);
  return at < 0 ? Infinity : Number.parseInt(text.slice(at + name.length), 10);
}
