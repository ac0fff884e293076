// The raw socket's floor with undici in place of its two sockets, and nothing else: the library's
// own share of tick-to-trade.
// node tick-undici.mjs [SHARE=1]   prints one JSON line as the floor does; talks to its server
import { fork } from 'node:child_process';
import { createHmac, createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { baselinePath } from './fixtures.mjs';
import { toQuantile } from './measure.mjs';
import { TICK_GAPS, watchSockets } from './tick-watch.mjs';

const WARM_UP_POLLS = 2_000;
const KEY = createSecretKey(Buffer.from('0123456789abcdef0123456789abcdef'));
const TRADED = 'EUR/USD';

const [share = 1] = process.argv.slice(2).map(Number);
const take = (count) => Math.max(1, Math.round(count * share));
const watch = watchSockets('POST /orders ');
const server = fork(baselinePath('tick-floor'), ['serve']);
const [port] = await once(server, 'message');
const connect = () => new Client(`http://127.0.0.1:${port}`, { pipelining: 1 });
const [rates, orders] = [connect(), connect()];
for (let i = 0; i < take(WARM_UP_POLLS); i++) await cycle();
const results = [];
for (const { gap, gapMs, settleCycles, cycles } of TICK_GAPS) {
  for (let i = 0; i < take(settleCycles); i++) await pause(gapMs);
  watch.samples.length = 0;
  for (let i = 0; i < take(cycles); i++) await pause(gapMs);
  const times = watch.samples.map(({ toWrite }) => toWrite);
  const [p50Us, p99Us] = [0.5, 0.99].map((at) => Number(toQuantile(times, at).toFixed(1)));
  results.push({ gap, cycles: times.length, p50Us, p99Us });
}
console.log(JSON.stringify({ bench: 'tick-undici', results }));
process.exit();

async function pause(gapMs) {
  await cycle();
  await (gapMs === 0 ? nextTurn() : sleep(gapMs));
}

/** A poll, and the order that its answer sets off, to its answer. */
function cycle() {
  return new Promise((resolve, reject) => {
    const order = (text) => {
      const rate = JSON.parse(text).rates.find(({ symbol }) => symbol === TRADED);
      orders.dispatch(toOrder(rate), toHandler(resolve, reject));
    };
    rates.dispatch({ method: 'GET', path: '/rates' }, toHandler(order, reject));
  });
}

function toOrder({ symbol, offer }) {
  const body = JSON.stringify({
    ...{ clientOrderId: 'undici', symbol, side: 'buy', type: 'limit', timeInForce: 'GTC' },
    ...{ price: offer, quantity: '1000000' },
  });
  const time = String(Date.now());
  const signature = createHmac('sha256', KEY).update(`${time}POST/orders${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-time': time, 'x-signature': signature };
  return { method: 'POST', path: '/orders', headers, body };
}

function toHandler(onText, onResponseError) {
  const chunks = [];
  return {
    onRequestStart: () => {},
    onResponseStart: () => {},
    onResponseData: (_, chunk) => chunks.push(chunk),
    onResponseEnd: () => onText(Buffer.concat(chunks).toString()),
    onResponseError: (_, error) => onResponseError(error),
  };
}
