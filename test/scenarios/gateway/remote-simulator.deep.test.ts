// The remote gateway against the simulator, both in step on stopped time.
import { describe, expect, it, onTestFinished } from 'vitest';
import { createVenueClient } from '../../../src/client/index.js';
import type { BotEvent } from '../../../src/domain/events/index.js';
import { type Instrument, MILLISECOND, unwrap } from '../../../src/domain/index.js';
import type { Approved, Command } from '../../../src/domain/orders/index.js';
import { createRemoteGateway } from '../../../src/gateway/remote/gateway.js';
import { createSteppedClock } from '../../../src/torture/stepped-clock.js';
import { realClock } from '../../../src/host/clock.js';
import { type Client, start, START, USER } from '../../simulator/harness.js';
import { createCountedLanes } from '../../polling/counted-lanes.js';
import { cancel, EURUSD, place } from '../../gateway/remote-session.js';

const ROWS = [
  '0,EUR/USD,1.1,1.1002,400000,1000000',
  '1000,EUR/USD,1.0996,1.0998,400000,300000',
  '5000,EUR/USD,1.1003,1.1005,1000000,1000000',
];

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
    machine: realClock,
    client,
    clock,
    instruments: [EURUSD],
    pollInterval: 250 * MILLISECOND,
    seed: 1,
  });
  onTestFinished(() => gateway.close());
  const rates: string[] = [];
  const events: BotEvent[] = [];
  const opened = unwrap(await gateway.open());
  gateway.start({
    rate: (_, { bidTicks, offerTicks }) => rates.push(`${bidTicks}/${offerTicks}`),
    event: (event) => events.push(event),
  });
  /** Moves both on to milliseconds after the start, the venue first, 10 ms at a time. */
  const moveTo = async (ms: number): Promise<void> => {
    for (let at = clock.now() / MILLISECOND - START + 10; at <= ms; at += 10) {
      await simulator.moveTo(at);
      await clock.advanceTo((START + at) * MILLISECOND);
      await lanes.settle();
    }
  };
  const send = (command: ReturnType<typeof place> | ReturnType<typeof cancel>): void =>
    gateway.send(command as Approved<Command>);
  return { gateway, rates, events, opened, moveTo, send };
}

describe('remote gateway on a simulated venue', () => {
  it('opens, polls rates, fills, cancels and proves the end', async () => {
    const simulator = await start({ rows: ROWS });
    const { gateway, rates, events, opened, moveTo, send } = await startBot(simulator);
    expect(opened.map(({ type }) => type)).toEqual(['calibration', 'reference']);
    // Rests below the market; the rate at 1 s meets it with 300,000 of its 1,000,000.
    send({ ...place('a'), priceTicks: 109_990 });
    await moveTo(3_000);
    send(cancel('a', ''));
    await moveTo(6_000);
    expect(rates).toEqual(['110000/110020', '109960/109980', '110030/110050']);
    const reported = events.filter(({ type }) => type !== 'poll');
    const seen = { coId: 'a', cumUnits: 30_000_000, units: 100_000_000, priceTicks: 109_990 };
    expect(reported).toMatchObject([
      { type: 'send-result', kind: 'place', status: 202 },
      { type: 'order', coId: 'a', cumUnits: 0, status: 'NEW' },
      { type: 'order', ...seen, status: 'PARTIALLY_FILLED' },
      { type: 'trade', coId: 'a', units: 30_000_000 },
      { type: 'send-result', kind: 'cancel', status: 202 },
      { type: 'order', ...seen, status: 'CANCELED' },
    ]);
    const polls = events.filter((event) => event.type === 'poll');
    expect(new Set(polls.map(({ subject, outcome }) => `${subject} ${outcome}`))).toEqual(
      new Set(['rate unchanged']),
    );
    const verified = gateway.verifyEnded(['a', 'never-sent'], 60_000);
    await moveTo(7_000);
    // The venue has no word of the other one: silence proves nothing.
    expect(await verified).toMatchObject({ ended: false, open: ['never-sent'] });
  });

  it('follows many orders by the list, each to its own end', async () => {
    const simulator = await start({ rows: ROWS });
    const { gateway, events, moveTo, send } = await startBot(simulator);
    const coIds = Array.from({ length: 8 }, (_, i) => `order-${i}`);
    coIds.forEach((coId, i) =>
      send({
        ...place(coId),
        timeInForce: 'GTT',
        expirySeconds: i + 2,
        units: 10_000_000,
        priceTicks: 109_000 + i,
      }),
    );
    await moveTo(15_000);
    for (const coId of coIds) {
      const seen = events.flatMap((event) =>
        event.type === 'order' && event.coId === coId ? [event.status] : [],
      );
      expect(seen).toEqual(['NEW', 'EXPIRED']);
    }
    const verified = gateway.verifyEnded(coIds, 60_000);
    await moveTo(16_000);
    expect(await verified).toMatchObject({ ended: true, open: [] });
  });
});
