// Faults of the process and its operation: bad strategies, bugs, signals, second instances, the
// watchdog.
import { type Micros, MINUTE, SECOND } from '../../domain/index.js';
import { WATCHDOG_HEARTBEAT_FILE } from '../../control/index.js';
import type { Plan } from '../../plan/index.js';
import {
  BASE_URL,
  type Bot,
  CONTROL_DIR,
  STARTS_DIR,
  STATE_DIR,
  TUNNEL_URL,
} from '../simulation/bot.js';
import { killByHand } from '../simulation/operator.js';
import { THROWN } from './strategy-faults.js';
import type { World } from '../simulation/world.js';
import type { InjectedFaultKind, FaultStage } from './fault.js';

/** Number of intents that a flooding strategy places at once. */
const FLOOD = 10_000;
/** Longest time from a stop signal to the end of the process. */
const STOP_WITHIN: Micros = 20 * SECOND;
/** Share of the frozen instances (P10) that may be frozen for as long as ten minutes. */
const LONG_STANDSTILL = 0.3;
/** Share of the faulty watchdogs (P15) that halt a healthy bot. */
const FIRES = 0.5;
/** Prefix of the messages of bugs that a fault injects. */
export const INJECTED = 'injected:';

/** Runs `action` at one to `most` random times of the fault phase. */
function sometimes(stage: FaultStage, most: number, action: () => void): void {
  const times = 1 + Math.floor(stage.random() * most);
  for (let time = 0; time < times; time++) {
    stage.at(Math.floor(stage.random() * stage.span), action);
  }
}

/** Session of the bot if it runs and is not frozen. */
function findRunning({ bot }: World) {
  if (bot === undefined || bot.life.isOver || bot.life.isFrozen) return undefined;
  return bot.end === undefined ? bot.session : undefined;
}

/** A plan that names the account as the venue does and connects by `baseUrl`. */
function nameAccount(plan: Plan, baseUrl: string): Plan {
  const use = { environment: 'test', loginUse: 'exclusive', stp: false } as const;
  // Settings that another fault made for the venue win.
  const venue = { ...use, ...plan.config.venue, id: 'torture', account: 'ACC-1', baseUrl };
  return { ...plan, config: { ...plan.config, venue } };
}

export const HOST_FAULTS: readonly InjectedFaultKind[] = [
  {
    id: 'P03',
    summary: 'a strategy throws',
    put: (stage) => {
      sometimes(stage, 3, () => {
        stage.world.strategyFaults.atNextRate(() => {
          throw new Error(THROWN);
        });
      });
    },
  },
  {
    id: 'P05',
    summary: 'a strategy floods the gate with intents',
    put: (stage) => {
      sometimes(stage, 2, () => {
        stage.world.strategyFaults.atNextRate((context, { instrument, offerTicks }) => {
          const price = Number(`${String(offerTicks)}e-${String(instrument.ratePrecision)}`);
          const order = { type: 'Limit', timeInForce: 'IOC', side: 'Buy', price } as const;
          for (let number = 0; number < FLOOD; number++) {
            context.place({ ...order, symbol: instrument.symbol, size: 10_000 });
          }
        });
      });
    },
  },
  {
    id: 'P06',
    summary: 'a strategy submits one object twice and changes it afterwards',
    put: (stage) => {
      sometimes(stage, 4, () => {
        stage.world.strategyFaults.atNextRate((context, { instrument, offerTicks }) => {
          const price = Number(`${String(offerTicks)}e-${String(instrument.ratePrecision)}`);
          const order = { type: 'Limit', timeInForce: 'IOC', side: 'Buy', price } as const;
          const own = { ...order, symbol: instrument.symbol, size: 10_000 };
          context.place(own);
          context.place(own);
          own.size = 1_000_000_000;
        });
      });
    },
  },
  {
    id: 'P08',
    summary: 'an error that nobody handles',
    put: ({ world, ...stage }) => {
      stage.at(Math.floor(stage.random() * stage.span), () => {
        const session = findRunning(world);
        session?.fail(new Error(`${INJECTED} a library's emitter had an error`));
        if (session !== undefined && world.disk.holdsDurably(CONTROL_DIR, INJECTED)) {
          world.latched ??= INJECTED;
        }
      });
    },
  },
  {
    id: 'P09',
    summary: 'a second instance starts on the same machine',
    put: (stage) => {
      const { world } = stage;
      sometimes(stage, 2, () => {
        if (findRunning(world) !== undefined) world.startOther('twin');
      });
      // In half of the worlds both instances start at the same moment and race for the lock.
      world.startsTwice = stage.random() < 0.5;
    },
  },
  {
    id: 'P10',
    summary: 'the instance stands still, another one starts, the first one goes on',
    setting: (random) => ({ longer: random() < LONG_STANDSTILL ? 10 * MINUTE : 0 }),
    put: (stage) => {
      const { random, span, world } = stage;
      const most = span > 10 * MINUTE ? 10 * MINUTE : 60 * SECOND;
      const from = Math.floor(random() * (span - Math.min(span / 2, most)));
      const drawn = Math.floor(5 * SECOND + random() * (most - 5 * SECOND));
      // It resumes within the fault phase, since the checks afterwards are about a running bot.
      const length = Math.min(drawn, span - from);
      const isSameHost = random() < 0.5;
      stage.at(from, () => {
        const { bot } = world;
        if (bot === undefined || findRunning(world) === undefined) return;
        bot.life.freeze();
        world.time.after(2 * SECOND, () => {
          if (bot !== world.bot || bot.life.isOver) return;
          if (isSameHost) world.startOther('twin');
          else world.startBot(bot.life.host + 1);
        });
        world.time.after(length, () => {
          thaw(world, bot, length);
        });
      });
    },
  },
  {
    id: 'P11',
    summary: 'a clone trades with the same login from another machine',
    put: (stage) => {
      stage.at(Math.floor((stage.random() * stage.span) / 2), () =>
        stage.world.startOther('clone'),
      );
    },
  },
  {
    id: 'P12',
    summary: 'a person stops the bot by a signal',
    put: (stage) => {
      const { world } = stage;
      sometimes(stage, 2, () => {
        const { bot } = world;
        const session = findRunning(world);
        if (bot === undefined || session === undefined) return;
        session.stop('SIGTERM by a person');
        world.time.after(STOP_WITHIN, () => {
          const isLate = bot.end === undefined && !bot.life.isOver && !bot.life.isFrozen;
          if (isLate) world.complain(8, 'a bot that was told to stop did not end in time');
        });
      });
    },
  },
  {
    id: 'P16',
    summary: 'a strategy changes all that it is handed, and asks for too much',
    put: (stage) => {
      sometimes(stage, 4, () => {
        stage.world.strategyFaults.atNextRate((context, rate) => {
          const { instrument, offerTicks } = rate;
          const price = Number(`${String(offerTicks)}e-${String(instrument.ratePrecision)}`);
          const { symbol } = instrument;
          const change = (handed: object) => {
            for (const [name, value] of Object.entries(handed)) {
              if (typeof value === 'number') Reflect.set(handed, name, value * 1_000 + 1);
            }
          };
          [rate, instrument].forEach(change);
          context.fills.subscribe(change);
          context.orders.subscribe(change);
          const order = { type: 'Limit', timeInForce: 'IOC', side: 'Buy', price } as const;
          context.place({ ...order, symbol, size: 50_000_000 });
        });
      });
    },
  },
  {
    id: 'P17',
    summary: 'a second instance reaches the account by another base URL',
    setting: () => ({ change: (plan) => nameAccount(plan, BASE_URL) }),
    put: (stage) => {
      const { random, world } = stage;
      sometimes(stage, 3, () => {
        const isKnown = world.disk.holdsDurably(STARTS_DIR, STATE_DIR);
        if (findRunning(world) === undefined || !isKnown) return;
        // A dead instance has no lock: only its state shows that the account is in use.
        if (random() < 0.5) stage.crash();
        world.startOther('twin', nameAccount(world.plan, TUNNEL_URL));
      });
    },
  },
  {
    id: 'P15',
    summary: 'the guard dies, or fires without need',
    setting: () => ({
      change: (plan) => ({ ...plan, config: { ...plan.config, watchdog: 'on' } }),
    }),
    put: (stage) => {
      const { random, span, world } = stage;
      const from = Math.floor(random() * span);
      const length = Math.floor(random() * 60 * SECOND);
      const firesWrongly = random() < FIRES;
      let beats = 0;
      const beat = () => {
        const isSilent = world.time.now >= from && world.time.now < from + length;
        const hasState = world.disk.describe(CONTROL_DIR) !== undefined;
        if (!isSilent && hasState) {
          world.guardBeatAt = world.time.now;
          world.disk.tamper(CONTROL_DIR, WATCHDOG_HEARTBEAT_FILE, () =>
            Buffer.from(`guard ${String(++beats)}\n`),
          );
        }
        world.time.quietlyAt(world.time.now + SECOND, beat);
      };
      world.time.quietlyAt(0, beat);
      stage.at(from, () => {
        if (firesWrongly) void killByHand(world, 'GUARD_STALE');
      });
    },
  },
];

/** Resumes a frozen run after `span`; its machine's clock did not see that time pass. */
function thaw({ time, trace, wire }: World, bot: Bot, span: Micros): void {
  const { life } = bot;
  wire.waking.slept(bot);
  trace.add(time.now, `life ${String(life.number)} goes on`);
  for (const action of life.thaw(span)) time.after(0, action);
}
