// Single calls of the venue's interface from the command line: reads, writes behind gate and
// journal, consent, refusals.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLines, readLines } from './journal-file.js';
import { startVenue, writeRun, type Venue } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp, LIMITS, makeSession, PASSWORD, SIMULATOR, type Workspace } from './workspace.js';

const CUSTODY = {
  assets: [{ currency: 'BTC', networks: ['BTC'], withdrawFee: '0.0001' }],
  balances: [{ org: 'DemoOrg', currency: 'BTC', amount: 2 }],
};
const ORDER = [
  ...['--type', 'Limit', '--side', 'Buy', '--symbol', 'EUR/USD', '--currency', 'EUR'],
  ...['--price', '1.1429', '--timeInForce', 'IOC'],
];
const WITHDRAW = ['custody', 'withdraw', '--currency', 'BTC', '--amount', '0.25'];

let workspace: Workspace;
let venue: Venue;

beforeAll(async () => {
  const simulator = {
    ...(JSON.parse(SIMULATOR) as object),
    custody: CUSTODY,
    // The venue's time runs fast here: one quote that lives long.
    providers: [{ id: 'LP1', quotes: { life: '5h', refresh: '5h' } }],
    venue: { rfs: { maxExpiry: '6h' } },
  };
  workspace = makeSession({}, { 'simulator.yaml': JSON.stringify(simulator) });
  venue = await startVenue(workspace);
  writeRun(workspace, venue.url);
  const run = JSON.parse(workspace.read('run.yaml')) as object;
  const limits = { ...(JSON.parse(LIMITS) as object), allowedOrderTypes: { types: ['Algo/GTC'] } };
  workspace.write('algos.limits.yaml', JSON.stringify(limits));
  workspace.write('algos.yaml', JSON.stringify({ ...run, limits: 'algos.limits.yaml' }));
  workspace.write('allowed.yaml', JSON.stringify({ ...run, allow: { withdraw: true } }));
});

afterAll(cleanUp);

function call(words: readonly string[], config = 'run.yaml') {
  const env = { WEIR_PASSWORD: PASSWORD };
  return runWeir(['venue', ...words, '--config', config], { cwd: workspace.dir, env });
}

function place(coId: string, size: string, out: string) {
  return call(['orders', 'placeOrder', ...ORDER, '--coId', coId, '--size', size, '--out', out]);
}

/** The records of a call's journal, without its header. */
function readRecords(out: string) {
  return parseLines(readLines(workspace.path(out))).map(({ type, data }) => [type, data] as const);
}

describe('manual read', () => {
  it.each([
    [['orders', 'queryOrders', '--coId', 'never-used'], 'coId never-used'],
    [['reference', 'symbolReference', '--symbol', 'XXX/YYY'], 'symbol XXX/YYY'],
    [['rfs', 'queryRfs', '--requestId', 'R-none'], 'requestId R-none'],
    [['trades', 'orderFills', '--orderId', 'never-used'], 'orderId never-used'],
  ])('%j without a result names what was queried', async (words, sought) => {
    const { code, stdout, stderr } = await call(words);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `${words.slice(0, 2).join(' ')}: expected ${sought} at the venue, found none (HTTP 404)\n`,
    );
  });

  it('wrong password prints status and message of the login', async () => {
    const args = ['venue', 'market', 'ticker', '--symbol', 'EUR/USD', '--config', 'run.yaml'];
    const env = { WEIR_PASSWORD: 'not-it' };
    const { code, stderr } = await runWeir(args, { cwd: workspace.dir, env });
    expect(code).toBe(1);
    expect(stderr).not.toContain('HTTP 0');
    expect(stderr).toContain('found status 401: InvalidCredentials: User, password or');
  });

  it('result is printed as a table, or as JSON with --json', async () => {
    const table = await call(['custody', 'balances', '--currency', 'BTC']);
    expect(table.code).toBe(0);
    expect(table.stdout).toMatch(/│ BTC +│ 2 +│ 2 +│ 0 +│/);
    const json = await call(['custody', 'balances', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      class: 'data',
      status: 200,
      value: [{ currency: 'BTC', total: 2 }],
    });
  });

  it("empty result prints none; a rejection prints the venue's reason", async () => {
    const none = await call(['positions', 'positionsByDate', '--valueDate', '2026-07-15']);
    expect([none.code, none.stdout]).toEqual([0, 'none\n']);
    const role = await call(['custody', 'brokerBalances']);
    expect(role.code).toBe(1);
    expect(role.stderr).toContain('custody brokerBalances: failed');
    expect(role.stderr).toContain('broker');
  });

  it('manual read creates no folder', () => {
    expect(readdirSync(workspace.dir)).not.toContain('sessions');
  });
});

describe('manual write', () => {
  it.each([
    ['EUR/CHF', 'EUR/CHF: expected 3 rates to check the call, found 0: the venue has no rate'],
    ['EURUSD', 'expected a symbol such as EUR/USD, found "EURUSD"'],
  ])('order for %s, which the venue does not trade, is refused', async (symbol, words) => {
    const order = ORDER.with(ORDER.indexOf('--symbol') + 1, symbol);
    const out = symbol.replace('/', '');
    const flags = ['--coId', 'call-0', '--size', '100000', '--out', out];
    const { code, stderr } = await call(['orders', 'placeOrder', ...order, ...flags]);
    expect(code).toBe(3);
    expect(stderr).toContain(`--symbol: ${words}`);
  });

  it('order is checked, journaled byte for byte and sent once', async () => {
    const { code, stdout, stderr } = await place('call-1', '100000', 'placed');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'journal placed\n' });
    expect(stdout).toContain('RECEIVED');
    const records = readRecords('placed');
    expect(records.map(([type]) => type)).toEqual([
      'epoch',
      'call-session',
      'command',
      'send-result',
    ]);
    const [, , [, command] = [], [, result] = []] = records;
    expect(command).toMatchObject({ method: 'POST', path: '/v2/orders', gate: { rates: 3 } });
    const { body } = command as unknown as { readonly body: string };
    expect(JSON.parse(body)).toMatchObject({ coId: 'call-1', size: 100_000, price: 1.1429 });
    const { answer } = result as unknown as { readonly answer: string };
    expect(JSON.parse(answer)).toMatchObject({ class: 'accepted', status: 202 });
  });

  it('order that the gate refuses is not sent', async () => {
    const { code, stderr } = await place('call-2', '100000000', 'refused');
    expect(code).toBe(3);
    expect(stderr).toMatch(/the gate refused the call, nothing was sent: RC04: .*100000000 EUR/);
    expect(readRecords('refused').map(([type]) => type)).toEqual([
      'epoch',
      'call-session',
      'refused',
    ]);
    const found = await call(['orders', 'queryOrders', '--coId', 'call-2', '--json']);
    expect(JSON.parse(found.stdout)).toMatchObject({ class: 'empty', status: 404 });
  });

  it('order that the venue rejects is printed with its code', async () => {
    const { code, stderr } = await place('call-1', '100000', 'again');
    expect(code).toBe(1);
    expect(stderr).toContain('duplicate: HTTP 400: DuplicateOrder');
  });

  it('manual calls need verified certificates', async () => {
    const env = { WEIR_PASSWORD: PASSWORD, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const args = ['--coId', 'hand-unsafe', '--config', 'run.yaml'];
    const order = ['venue', 'orders', 'placeOrder', ...ORDER, '--size', '1000', ...args];
    const placed = await runWeir(order, { cwd: workspace.dir, env });
    expect(placed.code).toBe(1);
    expect(placed.stderr).toContain('this process may not trade: NODE_TLS_REJECT');
    const asked = ['venue', 'orders', 'queryOrders', ...args];
    const read = await runWeir(asked, { cwd: workspace.dir, env });
    expect(read.stderr).toContain(
      'this process may not connect to a venue: NODE_TLS_REJECT_UNAUTHORIZED is set',
    );
  });

  it('folder that is not empty is refused', async () => {
    const { code, stderr } = await place('call-3', '100000', 'placed');
    expect(code).toBe(1);
    expect(stderr).toContain('session.out-not-empty');
  });

  it('order takes fields of any name', async () => {
    const algo = [
      ...['--type', 'Algo', '--side', 'Buy', '--symbol', 'EUR/USD', '--currency', 'EUR'],
      ...['--price', '1.1429', '--timeInForce', 'GTC', '--targetStrategy', 'TWAP'],
      ...['--sliceSize', '10000', '--sliceInterval', '60000', '--passiveTime', '1000'],
    ];
    const args = ['orders', 'placeOrder', ...algo, '--coId', 'algo-1', '--size', '100000'];
    const placed = await call([...args, '--out', 'algo'], 'algos.yaml');
    expect({ code: placed.code, stderr: placed.stderr }).toEqual({
      code: 0,
      stderr: 'journal algo\n',
    });
    const cancelled = await call(['orders', 'cancelAllOrders', '--out', 'algo-cancelled']);
    expect(cancelled.code).toBe(0);
    expect(cancelled.stdout).toContain('algo-1');
  });

  it('manual cancel passes the gate without rates', async () => {
    const { code } = await call(['orders', 'cancelAllOrders', '--out', 'cancelled']);
    expect(code).toBe(0);
    expect(readRecords('cancelled')[2]).toMatchObject(['command', { gate: { rates: 0 } }]);
  });
});

describe('manual calls under a halt', () => {
  it('halt refuses orders and lets cancels leave', async () => {
    const state = ['--state', 'halted'];
    const first = await call(['orders', 'cancelAllOrders', ...state, '--out', 'halted-before']);
    expect(first.code).toBe(0);
    workspace.write('halted/control/halt', 'damaged');
    const args = ['orders', 'placeOrder', ...ORDER, '--coId', 'call-4', '--size', '100000'];
    const refused = await call([...args, ...state, '--out', 'halted-place']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('the gate refused the call, nothing was sent: RC69: halt');
    expect(readRecords('halted-place').map(([type]) => type)).toEqual([
      ...['epoch', 'call-session', 'refused'],
    ]);
    const cancelled = await call(['orders', 'cancelAllOrders', ...state, '--out', 'halted-cancel']);
    expect(cancelled.code).toBe(0);
    expect(readRecords('halted-cancel')[0]).toMatchObject(['epoch', { epoch: 3 }]);
  });
});

describe('manual quote request', () => {
  const request = (clOrderId: string, amount: string) => [
    ...['rfs', 'requestQuotes', '--clOrderId', clOrderId, '--symbol', 'EUR/USD'],
    ...['--amount', amount, '--dealtCurrency', 'EUR', '--expiry', '14400', '--side', 'BUY'],
    ...['--nearValueDate', 'SPOT', '--priceType', 'Spot', '--customerOrg', 'DemoOrg'],
    ...['--customerAccount', 'DemoOrgLE'],
  ];

  it('quote request is checked by its amount', async () => {
    const { code, stderr } = await call([...request('rfs-1', '50000000'), '--out', 'rfs-refused']);
    expect(code).toBe(3);
    expect(stderr).toContain('RC04');
    const found = await call(['rfs', 'queryRfsByClientId', '--clOrderId', 'rfs-1', '--json']);
    expect(JSON.parse(found.stdout)).toMatchObject({ class: 'empty' });
  });

  it('quote request and acceptance pass gate and journal', async () => {
    const asked = await call([...request('rfs-2', '100000'), '--out', 'rfs-asked', '--json']);
    expect(asked.code).toBe(0);
    const { requestId } = (JSON.parse(asked.stdout) as { value: { requestId: string } }).value;
    const accept = ['rfs', 'acceptQuote', '--requestId', requestId, '--side', 'BUY'];
    const wrong = await call([...accept, '--quoteId', 'Q-none', '--out', 'rfs-wrong']);
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toMatch(/expected a quoteId in force \(Q-\d+\), found "Q-none"/);
    const quoteId = /Q-\d+/.exec(wrong.stderr)?.[0] ?? '';
    const accepted = await call([...accept, '--quoteId', quoteId, '--out', 'rfs-accepted']);
    expect(accepted.stderr).toBe('journal rfs-accepted\n');
    expect(accepted.stdout).toContain('QUOTE_ACCEPTED');
    const [, , [type, command] = []] = readRecords('rfs-accepted');
    expect([type, command]).toMatchObject(['command', { gate: { rates: 3, refusals: [] } }]);
  });

  it('acceptance without a quoteId takes the best quote', async () => {
    const asked = await call([...request('rfs-3', '100000'), '--out', 'rfs-open', '--json']);
    const { requestId } = (JSON.parse(asked.stdout) as { value: { requestId: string } }).value;
    const shown = await call(['rfs', 'queryRfs', '--requestId', requestId]);
    expect(shown.stdout).toMatch(/quotes +│ \d below[^]*\nquotes:\n[^]*│ Q-\d+ +│/);
    const accept = ['rfs', 'acceptQuote', '--requestId', requestId, '--side', 'BUY'];
    const accepted = await call([...accept, '--out', 'rfs-best']);
    expect([accepted.code, accepted.stdout]).toEqual([
      0,
      expect.stringContaining('QUOTE_ACCEPTED'),
    ]);
    const [, , [, command] = []] = readRecords('rfs-best');
    const quoteId = expect.stringMatching(/^Q-\d+$/) as string;
    expect(command).toMatchObject({ gate: { rates: 3, refusals: [], quoteId } });
    expect(JSON.stringify(command)).toMatch(/"body":[^]*Q-\d+[^]*"gate":[^]*Q-\d+/);
  });
});

describe('manual call that moves money', () => {
  const address = ['--address', 'bc1-address-of-mine', '--clientWithdrawId', 'w-1'];

  it('call must be allowed by the configuration', async () => {
    const { code, stderr } = await call([...WITHDRAW, ...address]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'this call is switched off: set `allow: { withdraw: true }` to enable it',
    );
  });

  it('call needs an id of its own', async () => {
    const { code, stderr } = await call([...WITHDRAW, ...address.slice(0, 2)], 'allowed.yaml');
    expect(code).toBe(1);
    expect(stderr).toContain('--clientWithdrawId: choose an id of your own');
  });

  it.each(['-100', '0'])('amount %s is refused', async (amount) => {
    const args = [
      ...WITHDRAW.slice(0, -1),
      amount,
      ...address,
      '--confirm',
      `${amount} BTC f-mine`,
    ];
    const { code, stderr } = await call(args, 'allowed.yaml');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^withdraw: amount: expected digits .*above 0/);
  });

  it.each([
    [[], 'found none'],
    [['--confirm', '0.25 BTC mine'], 'found `0.25 BTC mine`'],
  ])('amount, asset and address must be typed: %j', async (words, found) => {
    const { code, stderr } = await call([...WITHDRAW, ...address, ...words], 'allowed.yaml');
    expect(code).toBe(2);
    expect(stderr).toContain(`expected --confirm '0.25 BTC f-mine', ${found}: nothing was sent`);
  });

  it('confirmed call is sent once', async () => {
    const args = [...WITHDRAW, ...address, '--confirm', '0.25 BTC f-mine', '--out', 'withdrawn'];
    const { code, stdout } = await call(args, 'allowed.yaml');
    expect(code).toBe(0);
    expect(stdout).toContain('WD-700001');
    const again = await call([...args.slice(0, -1), 'withdrawn-2'], 'allowed.yaml');
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/^--clientWithdrawId: this id was used by the call of /);
    const history = await call(['custody', 'withdrawHistory', '--json']);
    expect(JSON.parse(history.stdout)).toMatchObject({
      value: [{ id: 'WD-700001', amount: 0.25, address: 'bc1-address-of-mine' }],
    });
  });
});

describe('wrong command line of a manual call', () => {
  it.each([
    [['custdy', 'balances'], 'found `custdy`; did you mean `custody`?'],
    [['custody', 'balance'], 'found `balance`; did you mean `balances`?'],
    [['custody', 'balances', '--curency', 'BTC'], 'did you mean `--currency`?'],
    [['market', 'spotRate'], 'expected --symbol, found none'],
    [['orders', 'cancelOrder', '--id'], 'expected a value after `--id`, found none'],
    [['orders', 'placeOrder', ...ORDER, '--coId', 'a', '--size', 'much'], '--size: expected a num'],
    [['orders', 'placeOrder', ...ORDER, '--coId', 'a', '--size', '0x10'], '--size: expected a num'],
  ])('%j prints what was expected', async (words, expected) => {
    const last = words.at(-1) === '--id';
    const { code, stderr } = last
      ? await runWeir(['venue', ...words], { cwd: workspace.dir })
      : await call(words);
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
  });

  it('missing --config is named', async () => {
    const args = ['venue', 'market', 'spotRate', '--symbol', 'EUR/USD'];
    const { code, stderr } = await runWeir(args, { cwd: workspace.dir });
    expect(code).toBe(2);
    expect(stderr).toContain('expected --config FILE, found none');
  });
});

it('list of calls shows the fields of each', async () => {
  const list = await runWeir(['venue'], { cwd: workspace.dir });
  expect(list.stdout).toContain('updateBrokerBalances');
  const area = await runWeir(['venue', 'reference'], { cwd: workspace.dir });
  expect(area.stdout).toContain('assetDetail');
  expect(area.stdout).not.toContain('depositHistory');
  const help = await runWeir(['venue', 'custody', 'withdraw', '--help'], { cwd: workspace.dir });
  expect(help.stdout).toMatch(/--clientWithdrawId +caller's id/);
});
