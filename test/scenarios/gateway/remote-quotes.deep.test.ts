// Requests for quotes through HTTP, against the simulator on stopped time: asked for and accepted
// once, queried until they have ended.
import { describe, expect, it, onTestFinished } from 'vitest';
import { createVenueClient } from '../../../src/client/index.js';
import type { BotEvent } from '../../../src/domain/events/index.js';
import { type Instrument, MILLISECOND, unwrap } from '../../../src/domain/index.js';
import type {
  Approved,
  Command,
  PlaceCommand,
  WithdrawCommand,
} from '../../../src/domain/orders/index.js';
import type { QuoteReportEvent } from '../../../src/domain/quotes/index.js';
import { createRemoteGateway } from '../../../src/gateway/remote/gateway.js';
import { createSteppedClock } from '../../../src/torture/stepped-clock.js';
import { realClock } from '../../../src/host/clock.js';
import { type Client, start, START, USER } from '../../simulator/harness.js';
import { createCountedLanes } from '../../polling/counted-lanes.js';
import { EURUSD, place } from '../../gateway/remote-session.js';

const ROWS = ['0,EUR/USD,1.1,1.1002,1000000,1000000', '1500,EUR/USD,1.1001,1.1003,1000000,1000000'];

async function startBot(simulator: Client) {
  const lanes = createCountedLanes();
  const clock = createSteppedClock(START * MILLISECOND, () => lanes.settle());
  const client = unwrap(
    createVenueClient({
      ...USER,
      baseUrl: simulator.simulator.url,
      findInstrument: (symbol): Instrument | undefined =>
        symbol === EURUSD.symbol ? EURUSD : undefined,
      now: () => clock.now(),
      createLane: lanes.createLane,
      onLogin: (...told) => gateway.noteLogin(...told),
    }),
  );
  const gateway = createRemoteGateway({
    classify: (outcome) => outcome.class,
    ...{ machine: realClock, client, clock, instruments: [EURUSD], polled: [], seed: 1 },
    pollInterval: 250 * MILLISECOND,
  });
  onTestFinished(() => gateway.close());
  const events: BotEvent[] = [];
  unwrap(await gateway.open());
  gateway.start({ rate: () => undefined, event: (event) => events.push(event) });
  const moveTo = async (ms: number): Promise<void> => {
    for (let at = clock.now() / MILLISECOND - START + 10; at <= ms; at += 10) {
      await simulator.moveTo(at);
      await clock.advanceTo((START + at) * MILLISECOND);
      await lanes.settle();
    }
  };
  const send = (command: Command): void => gateway.send(command as Approved<Command>);
  const reported = () => events.filter((event) => event.type === 'quotes');
  return { gateway, events, moveTo, send, told: reported };
}

const ASK: Command = {
  ...{ kind: 'rfs', coId: 'weir-1', intentId: 1, instrument: EURUSD, side: 'Both' },
  ...{ units: 100_000_000, lifeSeconds: 20, customer: { org: USER.org, account: USER.account } },
};

/** Before the venue's id is known. */
const WITHDRAWAL: WithdrawCommand = {
  ...{ kind: 'withdraw', coId: 'weir-1', requestId: '', intentId: 1, instrument: EURUSD },
  endsAt: (START + 30_000) * MILLISECOND,
};

function acceptOf({ requestId, transactionId, quotes }: QuoteReportEvent): PlaceCommand {
  const [quote] = quotes;
  return {
    ...place('weir-1'),
    ...{ type: 'PQ', timeInForce: 'FOK', side: 'Buy', units: 100_000_000 },
    quote: { requestId, quoteId: quote!.quoteId, transactionId, asked: 'Both' },
  };
}

describe('quote request through the remote gateway', () => {
  it('shows its quotes as they are renewed, is accepted, and brings its trade', async () => {
    const simulator = await start({ rows: ROWS });
    const { events, moveTo, send, told } = await startBot(simulator);
    send(ASK);
    await moveTo(1_000);
    expect(events[0]).toMatchObject({ type: 'send-result', kind: 'rfs', status: 202 });
    const first = told().findLast(({ state }) => state === 'quoted');
    expect(first).toMatchObject({ clOrderId: 'weir-1', isKnown: true, quotes: [{}] });
    await moveTo(2_500);
    const second = told().at(-1)!;
    expect(second.quotes[0]!.buyRate).toBe(first!.quotes[0]!.buyRate! + 1_000);
    expect(second.quotes[0]!.quoteId).not.toBe(first!.quotes[0]!.quoteId);
    send(acceptOf(second));
    await moveTo(4_000);
    const end = told().at(-1)!;
    expect(end).toMatchObject({ state: 'done', event: 'TRADE_VERIFIED' });
    expect(end.trades).toMatchObject([
      { side: 'Buy', units: 100_000_000, rate: second.quotes[0]!.buyRate },
    ]);
    const results = events.filter((event) => event.type === 'send-result');
    expect(results.map(({ kind, status }) => [kind, status])).toEqual([
      ['rfs', 202],
      ['accept', 202],
    ]);
    // Nothing more is asked for.
    const count = events.length;
    await moveTo(8_000);
    expect(events).toHaveLength(count);
  });

  it('is withdrawn as soon as its id is known, and ends', async () => {
    const simulator = await start({ rows: ROWS });
    const { events, moveTo, send, told } = await startBot(simulator);
    send(ASK);
    send(WITHDRAWAL);
    await moveTo(1_000);
    expect(events.filter((event) => event.type === 'send-result')).toMatchObject([
      { kind: 'rfs', status: 202 },
      { kind: 'withdraw', status: 202 },
    ]);
    expect(told().at(-1)).toMatchObject({ state: 'ended', event: 'REQUEST_WITHDRAWN' });
  });

  it('is found by the next run, with the outcome of its acceptance', async () => {
    const simulator = await start({ rows: ROWS });
    const before = await startBot(simulator);
    before.send(ASK);
    await before.moveTo(1_000);
    const quoted = before.told().findLast(({ state }) => state === 'quoted')!;
    before.send(acceptOf(quoted));
    await before.moveTo(1_200);
    await before.gateway.close();
    const later = await startBot(simulator);
    later.gateway.track('weir-1', quoted.requestId, EURUSD);
    await later.moveTo(3_000);
    expect(later.told().at(-1)).toMatchObject({ state: 'done', trades: [{ side: 'Buy' }] });
  });

  it('is withdrawn by the next run, which has to find its id first', async () => {
    const simulator = await start({ rows: ROWS });
    const before = await startBot(simulator);
    before.send(ASK);
    await before.moveTo(1_000);
    await before.gateway.close();
    const later = await startBot(simulator);
    later.send(WITHDRAWAL);
    await later.moveTo(3_000);
    expect(later.events.filter((event) => event.type === 'send-result')).toMatchObject([
      { kind: 'withdraw', status: 202 },
    ]);
    expect(later.told().at(-1)).toMatchObject({ state: 'ended', event: 'REQUEST_WITHDRAWN' });
    // Another one is at no venue: nothing is withdrawn, and it is asked for until its life is over.
    later.send({ ...WITHDRAWAL, coId: 'weir-2' });
    await later.moveTo(31_000);
    const asked = later.events.length;
    expect(later.events.at(-1)).toMatchObject({ type: 'poll', key: 'weir-2', outcome: 'empty' });
    await later.moveTo(40_000);
    expect(later.events).toHaveLength(asked);
  });

  it('is rejected with the venue’s reason', async () => {
    const simulator = await start({ rows: ROWS });
    const { events, moveTo, send, told } = await startBot(simulator);
    send({ ...ASK, customer: { org: USER.org, account: 'Nobody' } });
    await moveTo(1_000);
    expect(events).toMatchObject([
      { type: 'send-result', kind: 'rfs', status: 400, code: 'LegalEntitySetIncorrectly' },
    ]);
    expect(told()).toEqual([]);
  });
});
