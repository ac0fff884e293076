// A venue of plain node:http for the benches of the order path: it accepts and fills every order.
// node venue.mjs   listens on a free port, tells its parent which, ends with its parent
import { createServer } from 'node:http';

const LIFE_MS = 1_000 * 3_600_000; // of a token: no renewal comes between

const REFERENCE = 'GET /v2/refdata/symbols/';

const orders = new Map();
/** Filled, bought less sold, by symbol. */
const held = new Map();
let rates = 0;

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { pathname, searchParams } = new URL(request.url, 'http://venue');
  const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
  const answer = answerTo(`${request.method} ${pathname}`, searchParams, body);
  const headers = { 'content-type': 'application/json', SSO_TOKEN: 'bench' };
  if (answer === undefined) response.writeHead(404, headers).end('{}');
  else
    response
      .writeHead(pathname === '/v2/orders' && 'coId' in body ? 202 : 200, headers)
      .end(JSON.stringify(answer));
});

/** The answer to a call, undefined for "no result". */
function answerTo(call, query, body) {
  const time = Date.now();
  switch (call) {
    case 'POST /v2/sso/login':
      return { status: 'OK', serverUTCTime: time, expiryTime: time + LIFE_MS };
    case 'GET /v2/rates/spot':
      return toRate(query.get('symbol'), time);
    case 'POST /v2/orders': {
      const order = { ...body, orderId: String(orders.size + 1) };
      orders.set(order.coId, order).set(order.orderId, order);
      const { symbol, side, size } = order;
      held.set(symbol, (held.get(symbol) ?? 0) + (side === 'Buy' ? size : -size));
      return order;
    }
    case 'GET /v2/orders': {
      if (!query.has('coId')) return []; // all are filled at once
      const order = orders.get(query.get('coId'));
      return order && { ...order, status: 'FILLED', cumQty: order.size, transactTime: time };
    }
    case 'GET /v2/trades': {
      const order = orders.get(query.get('orderId'));
      return order && [toTrade(order)];
    }
    case 'GET /v2/positions': {
      const open = [...held].filter(([, net]) => net !== 0);
      return open.map(([symbol, net]) => ({ symbol, level: 'USER', netOpenBase: net }));
    }
    default:
      if (!call.startsWith(REFERENCE)) return undefined;
      return { symbol: decodeURIComponent(call.slice(REFERENCE.length)) };
  }
}

/** Another rate every time. */
function toRate(symbol, time) {
  const tick = (rates++ % 10) / 100_000;
  const bid = Number((1.0851 + tick).toFixed(5));
  const offer = Number((1.0852 + tick).toFixed(5));
  return { symbol, bid, offer, bidLimit: 1_000_000, offerLimit: 2_000_000, time };
}

function toTrade({ orderId, coId, symbol, currency, size, price }) {
  const names = { tradeId: `T${orderId}`, orderId, coId, symbol, currency };
  const executionTime = `${new Date().toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')} +0000`;
  return { ...names, dealtAmount: size, rate: price, executionTime };
}

server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
