// Responses that misstate what the venue did or never come whole: the bot learns the outcome.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { type Micros, SECOND, unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runWorld } from '../../../src/torture/index.js';
import {
  findCoId,
  findQuoteCoId,
  isAccept,
  isPlace,
} from '../../../src/torture/platform/request-kinds.js';
import { listData } from '../../../src/torture/invariants/invariant.js';
import type { WireCall } from '../../../src/torture/platform/wire-types.js';
import { findRequest } from '../../../src/torture/simulation/quote-trades.js';
import { readRecords } from '../../../src/torture/simulation/read-records.js';
import type { World } from '../../../src/torture/simulation/world.js';

const plans = new Map<string, Plan>();

beforeAll(async () => {
  const registry = await loadRegistry();
  for (const name of ['torture', 'torture-quotes']) {
    plans.set(name, unwrap(await loadPlan(`config/${name}.yaml`, registry)));
  }
});

/** An order or an acceptance that left, and what came of it. */
interface Risk {
  readonly call: WireCall;
  readonly coId: string;
  /** Filled at the venue, in units; undefined where the venue has no such order. */
  readonly filled: number | undefined;
  /** What the bot held of it, one after another. */
  readonly states: readonly string[];
  /** Filled by the last of that. */
  readonly known: number;
}

/** A call whose answer has begun to come. */
interface Answered {
  readonly call: WireCall;
  readonly leftAt: Micros;
  readonly took: Micros;
  /** The bot has read all of it. */
  isWhole: boolean;
}

/** What a world of this fault was like. */
async function look(id: string, seed: number, name = 'torture') {
  const plan = plans.get(name);
  if (plan === undefined) throw new Error(`no plan ${name}`);
  let world: World | undefined;
  const lines: string[] = [];
  const left = new Map<WireCall, Micros>();
  const calls: Answered[] = [];
  const states = new Map<string, string[]>();
  const known = new Map<string, number>();
  const prepare = (made: World) => {
    world = made;
    made.wire.watchers.push(({ at, call }) => left.set(call, at));
    const answered = made.wire.answered.bind(made.wire);
    made.wire.answered = (call) => {
      answered(call);
      const leftAt = left.get(call) ?? 0;
      calls.push({ call, leftAt, took: made.time.now - leftAt, isWhole: false });
    };
    const shows = made.wire.shows.bind(made.wire);
    made.wire.shows = (call, answer) => {
      shows(call, answer);
      for (const one of calls) if (one.call === call) one.isWhole = true;
    };
    made.orderWatchers.push(({ coId, filledUnits, state }) => {
      states.set(coId, [...(states.get(coId) ?? []), state]);
      known.set(coId, filledUnits);
    });
  };
  const notify = (line: string) => lines.push(line);
  const report = unwrap(await runWorld({ plan, seed, faults: [id], notify, prepare }));
  expect(report.breach).toBeUndefined();
  if (world === undefined) throw new Error('expected a world');
  const made = world;
  const risks = [...left.keys()]
    .filter((call) => isPlace(call) || isAccept(call))
    .map((call): Risk => {
      const coId = findQuoteCoId(call) ?? findCoId(call);
      const filled = findFilled(made, call, coId);
      const own = states.get(coId) ?? [];
      return { call, coId, filled, states: own, known: known.get(coId) ?? 0 };
    });
  return { calls, lines, report, risks, world: made };
}

function findFilled(world: World, call: WireCall, coId: string): number | undefined {
  if (!isAccept(call)) return world.venue.venue.accounts[0]?.findByCoId(coId)?.cumUnits;
  return findRequest(world, coId)?.trade?.near.baseUnits;
}

/** Trades of an order in the bot's journal: that many fills it has told its strategy of. */
function listBooked(world: World, coId: string): unknown[] {
  const fills = [...listData(readRecords(world), 'fill')];
  return fills.filter((one) => one['coId'] === coId).map((one) => one['tradeId']);
}

const isFailed = ({ call: { status } }: Risk) => status >= 500;
/** It was in doubt, and the bot ended by knowing what the venue had made of it. */
const cameRight = ({ filled, known, states }: Risk) =>
  states.includes('UNKNOWN') && filled !== undefined && filled > 0 && known === filled;

describe('order that is answered with an error', () => {
  it.each([
    ['V01', 1, [500], 'halt of all by RC52'],
    ['V03', 7, [502, 503, 504], 'place answered 502'],
  ])(
    '%s: was accepted all the same, and the bot finds out',
    async (id, seed, statuses, situation) => {
      const { report, risks } = await look(id, seed);
      const failed = risks.filter((one) => isPlace(one.call) && isFailed(one));
      expect(failed.filter(cameRight).length).toBeGreaterThan(0);
      for (const { call, states } of failed) {
        expect(statuses).toContain(call.status);
        expect(states).not.toContain('REJECTED');
      }
      expect(report.situations).toContain(situation);
    },
  );

  it.each([
    ['V01', 6],
    ['V03', 5],
  ])(
    '%s: was never accepted, and the bot counts it as open until that is proven',
    async (id, seed) => {
      const { risks } = await look(id, seed);
      const never = risks.find((one) => isFailed(one) && one.filled === undefined);
      expect(never?.states).toEqual(expect.arrayContaining(['UNKNOWN', 'QUARANTINED', 'LOST']));
    },
  );
});

describe('quote acceptance that is answered with an error', () => {
  it.each([
    ['V01', 35],
    ['V03', 2],
  ])('%s: was dealt all the same, and the bot finds out', async (id, seed) => {
    const { risks } = await look(id, seed, 'torture-quotes');
    const failed = risks.filter((one) => isAccept(one.call) && isFailed(one));
    expect(failed.filter(cameRight).length).toBe(failed.length);
    expect(failed.length).toBeGreaterThan(0);
  });

  it('V01: was never dealt, and ends without a fill', async () => {
    const { risks } = await look('V01', 3, 'torture-quotes');
    const failed = risks.filter((one) => isAccept(one.call) && isFailed(one));
    expect(failed).toMatchObject([{ filled: undefined, known: 0 }]);
    expect(failed[0]?.states).toContain('UNKNOWN');
  });
});

describe('connection that breaks', () => {
  it('N08: within the response to an order, and the bot finds out', async () => {
    const { calls, report, risks } = await look('N08', 1);
    const cut = calls.filter(({ call, isWhole }) => isPlace(call) && !isWhole);
    expect(cut.length).toBeGreaterThan(0);
    // The head has come and says that all is well: that proves nothing.
    for (const { call } of cut) {
      expect(call.status).toBe(202);
      const risk = risks.find((one) => one.call === call);
      expect(risk?.states).toContain('UNKNOWN');
      expect(risk?.known).toBe(risk?.filled);
    }
    expect(report.situations).toContain('place broken by cut-short');
    expect(calls.some(({ call, isWhole }) => call.request.method === 'GET' && !isWhole)).toBe(true);
  });

  it('N09: before any response, whether the order was accepted or not', async () => {
    const { report, risks } = await look('N09', 1);
    const reset = risks.filter(({ call, states }) => call.status === 0 && states.length > 0);
    expect(reset.filter(cameRight).length).toBeGreaterThan(0);
    expect(reset.filter(({ filled }) => filled === undefined).length).toBeGreaterThan(0);
    for (const { states } of reset) expect(states).toContain('UNKNOWN');
    expect(report.situations).toContain('place broken by reset');
    // None is safe to be sent again.
    const sent = risks.map(({ coId }) => coId);
    expect(new Set(sent).size).toBe(sent.length);
  });
});

describe('V31: calls that take five seconds', () => {
  const isSlow = ({ took }: Answered) => took >= 5 * SECOND;
  const isLogin = ({ call }: Answered) => call.request.target.includes('/sso/');

  it('are some reads and some orders', async () => {
    const { calls } = await look('V31', 1);
    const slow = calls.filter(isSlow).map(({ call }) => call.request.method);
    expect(slow).toEqual(expect.arrayContaining(['GET', 'POST']));
    expect(slow.length).toBeLessThan(calls.length / 2);
  });

  it('are all of a period, logins as well, and the bot survives', async () => {
    const { calls } = await look('V31', 6);
    const runs: Answered[][] = [[]];
    for (const one of calls.toSorted((a, b) => a.leftAt - b.leftAt)) {
      if (isSlow(one)) runs.at(-1)?.push(one);
      else runs.push([]);
    }
    const [run = []] = runs.toSorted((a, b) => b.length - a.length);
    expect((run.at(-1)?.leftAt ?? 0) - (run[0]?.leftAt ?? 0)).toBeGreaterThan(5 * SECOND);
    expect(run.some(isLogin)).toBe(true);
    expect(calls.at(-1)?.took).toBeLessThan(SECOND);
  });
});

describe('X07: large numbers of fills', () => {
  async function fillMany(pieces: number, seed: number) {
    const { lines, risks, world } = await look('X07', seed);
    const line = lines.find((one) => one.includes(` fills ${String(pieces)} times`)) ?? '';
    const [, orderId = ''] = /(\d+) fills/.exec(line) ?? [];
    const order = world.venue.venue.accounts[0]?.findByOrderId(orderId);
    const coId = order?.terms.coId ?? '';
    const trades = [...world.venue.desks.trades.list()].filter((one) => one.coId === coId);
    expect(trades.length).toBeGreaterThanOrEqual(pieces);
    expect(risks.find((one) => one.coId === coId)?.known).toBe(order?.cumUnits);
    const reported = world.bots.flatMap((bot) => bot.told).join('\n');
    return { booked: listBooked(world, coId), told: reported, trades };
  }

  it('are 300 at once, and the bot books each', async () => {
    const { booked, trades } = await fillMany(300, 3);
    expect(booked.length).toBe(trades.length);
    expect(new Set(booked).size).toBe(trades.length);
  });

  it('exceed one response: a provisional fill covers all, with an alert', async () => {
    const { booked, told } = await fillMany(10_000, 11);
    expect(booked.length).toBe(1);
    expect(told).toContain('too-large (over 1048576 bytes)');
    expect(told).toMatch(/trade reports of \d+ GBP filled have been missing for 30s/);
  });
});

describe('P01: killed process', () => {
  it('sends nothing more, and restarts on its disk a little later', async () => {
    const { lines, world } = await look('P01', 6);
    const deaths = lines.flatMap((line) => {
      const [, at, life] = /^([\d.]+) crash of life (\d+)/.exec(line) ?? [];
      return at === undefined ? [] : [{ at: Math.round(Number(at) * SECOND), life: Number(life) }];
    });
    expect(deaths.length).toBeGreaterThan(2);
    for (const { at, life } of deaths) {
      const own = world.departures.filter(({ call }) => call.life === life);
      expect(own.at(-1)?.at).toBeLessThanOrEqual(at);
      const next = world.bots[life]?.startedAt ?? 0;
      expect(next - at).toBeGreaterThanOrEqual(0.1 * SECOND);
      expect(next - at).toBeLessThanOrEqual(5 * SECOND);
    }
  });

  it('knows after its restart the order that was in flight', async () => {
    const { report, risks } = await look('P01', 6);
    expect(report.situations).toContain('a crash with an order SENDING');
    const [first] = risks.filter(({ call }) => call.status === 0);
    expect(first?.states.slice(0, 2)).toEqual(['SENDING', 'WORKING']);
    expect(first?.known).toBe(first?.filled);
  });
});
