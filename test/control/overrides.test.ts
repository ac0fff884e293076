// Conditions of an override of a running bot's limit, and how overrides are shown.
import { describe, expect, it } from 'vitest';
import { formatStatus } from '../../src/cli/bot/bot-command.js';
import type { BotEvent } from '../../src/domain/events/index.js';
import { MINUTE } from '../../src/domain/index.js';
import { limitsSchema, toLimits } from '../../src/risk/index.js';
import type { OpenedBot } from '../../src/recovery/index.js';
import type { SessionState } from '../../src/control/session-state.js';
import type { ControlledSession } from '../../src/control/control-parts.js';
import { type ControlRequest, parseRequest } from '../../src/control/messages.js';
import { listOverrides, OverrideCommands } from '../../src/control/overrides.js';
import { describeSnapshot } from '../../src/control/status.js';
import type { SessionPorts } from '../../src/host/ports.js';
import { MemoryDisk } from '../journal/memory-disk.js';
import { Bot, EUR_USD, USD_JPY } from '../kernel/harness.js';

type Request = Extract<ControlRequest, { readonly do: 'override' }>;

const REQUEST: Request = {
  ...{ do: 'override', rule: 'RC23', scope: 'symbol:EUR/USD', cap: 12_000_000, minutes: 15 },
  ...{ by: 'Ada', reason: 'a large hedge is due today' },
};

function open(
  mode: SessionState['mode'] = 'ready',
  limits: object = {},
  disk: MemoryDisk = new MemoryDisk(),
) {
  const bot = new Bot();
  disk.createDirectory('control');
  const inspect = () => ({ mode, at: bot.now, haltsFound: 0, snapshot: bot.kernel.snapshot() });
  const take = (event: BotEvent) => {
    bot.event(event);
  };
  const session = { inspect, take } as unknown as ControlledSession;
  const orders = new OverrideCommands({
    bot: { epoch: 7, state: { control: 'control' } } as OpenedBot,
    ports: { disk } as unknown as SessionPorts,
    instruments: [EUR_USD, USD_JPY],
    strategies: ['alpha'],
    limits: toLimits(limitsSchema.parse(limits)),
  });
  /** The fault as text, or the ids in force. */
  const ask = (more: Partial<Request> = {}) => {
    const refused = orders.obey(session, { ...REQUEST, ...more });
    if (refused !== undefined) return `${refused.fault.code}: ${refused.fault.message}`;
    return (bot.kernel.snapshot().gate.overrides ?? []).map(({ id }) => id).join(' ');
  };
  const revoke = (id: string) =>
    orders.obey(session, { do: 'revoke', id, by: 'Bob', reason: 'not wanted any more' });
  return { bot, ask, disk, revoke };
}

describe('request for an override', () => {
  it('is granted under ids of its epoch, and revoked by them', () => {
    const { ask, revoke } = open();
    expect(ask()).toBe('O7-1');
    expect(ask({ scope: 'strategy:alpha', minutes: 1 })).toBe('O7-1 O7-2');
    expect(revoke('O7-1')).toBeUndefined();
    expect(ask({ scope: 'all' })).toBe('O7-2 O7-3');
    const known = 'expected an override in force (O7-2, O7-3), found O7-1';
    expect(revoke('O7-1')?.fault).toMatchObject({ code: 'control.override', message: known });
  });

  it('is refused until the bot is ready', () => {
    for (const mode of ['recovering', 'halted', 'stopping'] as const) {
      const found = `cannot override a limit: the bot is ${mode}: wait until it is ready`;
      expect(open(mode).ask()).toBe(`control.mode: ${found}`);
    }
  });

  it.each(['RC14', 'RC16', 'RC30', 'RC33', 'RC40', 'RC69', 'RC99', 'rc23', ''])(
    'is not granted for %s, with its scope in the message',
    (rule) => {
      const found = open().ask({ rule });
      const known = 'RC04, RC05, RC10, RC23, RC24, RC25, RC26, RC27, RC28, RC29';
      expect(found).toMatch(/^control\.override: expected one of /);
      expect(/one of (.*), found/.exec(found)?.[1]?.split(', ').sort().join(', ')).toBe(known);
    },
  );

  it.each([
    [{ scope: 'EUR/USD' }, 'expected a scope (all, symbol:EUR/USD|USD/JPY, strategy:alpha)'],
    [{ scope: 'symbol:GBP/USD' }, 'found symbol:GBP/USD'],
    [{ scope: 'strategy:' }, 'found strategy:'],
    [
      { cap: 10_000_000 },
      'expected a cap above the limit in force, 10000000, and at most 1000000000, whoever signs,',
    ],
    [{ rule: 'RC04', cap: 900_000 }, 'above the limit in force, 1000000, and at most 100000000,'],
    [{ rule: 'RC24', cap: 10_000_000 }, 'above the limit in force, 10000000,'],
    [{ rule: 'RC27', cap: 10 }, 'above the limit in force, 10,'],
    [{ rule: 'RC29', cap: 1 }, 'above the limit in force, 100000000,'],
    [
      { rule: 'RC10', cap: 0 },
      'expected a cap above 0 and at most 100000000, whoever signs, found 0',
    ],
    [{ cap: 1_000_000_001 }, 'at most 1000000000, whoever signs, found 1000000001'],
    [{ rule: 'RC27', cap: 1_001 }, 'at most 1000, whoever signs'],
    [{ rule: 'RC10', cap: -1 }, 'at most 100000000, whoever signs, found -1'],
    [{ rule: 'RC10', cap: 1e308 }, 'at most 100000000, whoever signs, found 1e+308'],
    [{ by: 'Ada\ud83d', reason: '\ude00 a large hedge is due' }, 'without control characters'],
    [{ minutes: 16 }, 'expected 1 to 15 whole minutes, found 16'],
    [{ minutes: 0 }, 'expected 1 to 15 whole minutes, found 0'],
    [{ minutes: 1.5 }, 'expected 1 to 15 whole minutes, found 1.5'],
    [{ reason: 'because' }, 'expected a reason of 15 to 500 characters, found 7'],
    [{ reason: ' '.repeat(40) }, 'expected a reason of 15 to 500 characters, found 0'],
    [{ reason: 'x'.repeat(501) }, 'expected a reason of 15 to 500 characters, found 501'],
    [{ reason: 'a large hedge\nis due today' }, 'without control characters'],
    [{ reason: 'a large hedge \u202eis due' }, 'without control characters'],
    [{ by: 'Ada\u001b[2J' }, 'without control characters'],
    [{ by: '' }, 'expected a name of 1 to 80 characters'],
    [{ by: 'x'.repeat(81) }, 'expected a name of 1 to 80 characters'],
  ] as const)('with %j is refused', (more, text) => {
    const { ask, bot } = open();
    expect(ask(more)).toContain(text);
    expect(bot.kernel.snapshot().gate).not.toHaveProperty('overrides');
  });

  it('may have any cap above the least limit of its scope', () => {
    const { ask } = open('ready', { RC23: { G10: 2_000 }, RC24: { hard: 3_000, EM: 1 } });
    expect(ask({ cap: 2_000 })).toContain('above the limit in force, 2000,');
    expect(ask({ cap: 2_000.5 })).toBe('O7-1');
    expect(ask({ rule: 'RC24', cap: 3_000 })).toContain('above the limit in force, 3000,');
    expect(ask({ rule: 'RC24', cap: 3_001 })).toBe('O7-1 O7-2');
    expect(ask({ rule: 'RC10', cap: 1 })).toBe('O7-1 O7-2 O7-3');
  });

  it('is refused for a control that is off, and beyond the largest number', () => {
    expect(open('ready', { RC23: 'off' }).ask()).toContain(
      'cannot override RC23: the limits switch it off',
    );
    const { ask } = open();
    const scopes = ['symbol:EUR/USD', 'symbol:USD/JPY', 'strategy:alpha', 'all'];
    const things = ['RC23', 'RC24'].flatMap((rule) => scopes.map((scope) => ({ rule, scope })));
    for (let count = 0; count < 20; count++) ask(things[count % things.length]);
    expect(ask()).toContain('at most 20 overrides at once, found 20: revoke one');
  });

  it('is shown as a line of bounded length', () => {
    expect(parseRequest(JSON.stringify(REQUEST)).ok).toBe(true);
    for (const odd of [{ cap: null }, { reason: 'x'.repeat(10_001) }, { minutes: '5' }]) {
      expect(parseRequest(JSON.stringify({ ...REQUEST, ...odd })).ok).toBe(false);
    }
  });
});

it('status of a bot lists overrides with their remaining time', () => {
  const { ask, bot } = open();
  ask();
  const snapshot = bot.kernel.snapshot();
  const overrides = listOverrides(snapshot, bot.now + MINUTE);
  const text = formatStatus({
    ...{ mode: 'ready', isFrozen: false },
    identity: { environment: 'paper', baseUrl: 'http://127.0.0.1:1', login: 'demo@DemoOrg' },
    ...{
      epoch: 7,
      refusal: '',
      hasKillFile: false,
      killFile: '',
      shown: { file: '', kills: 0, halts: 0 },
      guard: 'off',
      halts: [],
      packs: [],
    },
    overrides,
    ...describeSnapshot(snapshot, [EUR_USD, USD_JPY], 0),
  });
  expect(text).toContain(
    'override O7-1 of RC23 for symbol EUR/USD up to 12000000 until 2026-07-13T12:15:00.000Z ' +
      '(840 s left): a large hedge is due today [Ada]',
  );
  expect(listOverrides(snapshot, bot.now + 15 * MINUTE)).toEqual([]);
});

describe('repeated override of one limit', () => {
  const TOO_MANY =
    'control.override: at most 3 renewals are allowed of an override of RC23 for symbol EUR/USD, ' +
    'all of them are used: change the limits and start again with --accept-limit-increase';

  it('is granted three times, whatever became of the earlier ones and of restarts', () => {
    const { ask, disk, revoke } = open();
    for (const id of ['O7-1', 'O7-2', 'O7-3', 'O7-4']) {
      expect(ask()).toBe(id);
      expect(revoke(id)).toBeUndefined();
    }
    expect(ask({ cap: 11_000_000, minutes: 1, by: 'Bob' })).toBe(TOO_MANY);
    expect(open('ready', {}, disk).ask()).toBe(TOO_MANY);
    // Another limit or scope is another thing, and so are other limits.
    expect(ask({ scope: 'all' })).toBe('O7-5');
    expect(open('ready', { RC23: { G10: 4_000_000 } }, disk).ask()).toBe('O7-1');
  });

  it('is refused where earlier overrides cannot be read', () => {
    const { ask, disk } = open();
    expect(ask()).toBe('O7-1');
    disk.put('control', 'overrides.json', '{');
    expect(ask()).toContain(
      'control.override: cannot read the count of overrides in overrides.json',
    );
  });
});
