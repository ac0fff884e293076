// Environment of a drill: a simulator on this machine, and bots that rest bids there.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseConfig, readText } from '../../config/index.js';
import { askBot, type BotPlace, type BotStatus, findBot } from '../../control/index.js';
import { realPorts, toCleanEnvironment } from '../../host/index.js';
import { simulatorSchema } from '../../simulator/index.js';
import type { KillDocument } from '../bot/kill.js';
import { CommandError, EXIT, unwrap } from '../output.js';
import { type SimulatorProcess, startSimulatorProcess } from '../bot/simulator-process.js';

const SHIPPED = fileURLToPath(new URL('../../../../config/simulator.yaml', import.meta.url));
const MAIN = fileURLToPath(new URL('../start.cjs', import.meta.url));
const SECRET = 'WEIR_DRILL_PASSWORD';
/** Number of orders that rest when a drill begins. */
export const ORDERS = 3;
/** Longest wait for a state of a bot, and interval of the status requests, milliseconds. */
const WAIT_MS = 120_000;
const LOOK_EVERY_MS = 20;
/** Time for a bot to end, milliseconds. */
const END_MS = 30_000;

/**
 * Rests bids far below the market, with a replacement for each order that the egress check refused,
 * as can happen on a busy machine; then blocks the event loop for `turns` iterations, if any.
 */
const STRATEGY = `import { defineStrategy, limit, symbol } from 'weir';
import { filter, map, merge, scan, skip, startWith, take, withLatestFrom } from 'rxjs';
import { z } from 'zod';
const bid = (symbol, price) =>
  limit({ symbol, side: 'Buy', size: 100_000, price, timeInForce: 'GTC' });
export default defineStrategy({
  id: 'bids',
  summary: 'Rests bids far below the market.',
  params: z.strictObject({ symbol: symbol(), orders: z.int(), turns: z.number() }),
  run: ({ orders: views, params: { orders, symbol, turns }, rates }) =>
    merge(
      rates(symbol).pipe(
        skip(2),
        withLatestFrom(
          views.pipe(
            filter(({ state }) => state === 'ABANDONED'),
            scan((count) => count + 1, 0),
            startWith(0),
          ),
        ),
        scan(
          ({ placed }, [rate, lost]) =>
            placed < orders + lost ? { placed: placed + 1, rate } : { placed },
          { placed: 0 },
        ),
        filter(({ rate }) => rate !== undefined),
        map(({ placed, rate }) => bid(symbol, (rate.bidTicks - 80 - 20 * placed) / 100_000)),
      ),
      views.pipe(
        filter(({ state }) => turns > 0 && state === 'WORKING'),
        skip(orders - 1),
        take(1),
        map(({ instrument, priceTicks }) => {
          for (let turn = 0; turn < turns; turn += 1);
          return bid(instrument.symbol, (priceTicks - 50) / 100_000);
        }),
      ),
    ),
});
`;

export interface DrillBot {
  readonly process: ChildProcess;
  readonly place: BotPlace;
  /** Ends the bot in order, and its watchdog with it. */
  end(): Promise<void>;
  /** Waits until the bot's status satisfies `isSo`; throws if it never does. */
  waitFor(what: string, isSo: (status: BotStatus) => boolean): Promise<BotStatus>;
}

export interface DrillOptions {
  /** Name of the bot's state directory. */
  readonly name: string;
  /** Seconds for which the strategy blocks the event loop once its orders rest. */
  readonly blockSeconds?: number;
  readonly watchdog?: 'on';
}

export class DrillPlace {
  readonly #dir: string;
  readonly #simulator: SimulatorProcess;
  readonly #password: string;
  readonly #bots: ChildProcess[] = [];
  #runs = 0;

  private constructor(dir: string, simulator: SimulatorProcess, password: string) {
    this.#dir = dir;
    this.#simulator = simulator;
    this.#password = password;
  }

  /** Starts a simulator of its own with the shipped recording. */
  static async open(): Promise<DrillPlace> {
    const text = unwrap(readText(SHIPPED));
    const shipped = unwrap(parseConfig(text, simulatorSchema));
    const password = randomBytes(18).toString('base64url');
    const users = shipped.users.slice(0, 1).map((user) => ({ ...user, password }));
    const settings = { ...shipped, port: 0, users };
    const simulator = unwrap(await startSimulatorProcess(settings, dirname(SHIPPED)));
    return new DrillPlace(mkdtempSync(join(tmpdir(), 'weir-drill-')), simulator, password);
  }

  /** Starts `weir run` on a state directory of that name. */
  startBot({ name, blockSeconds = 0, watchdog }: DrillOptions): DrillBot {
    this.#runs += 1;
    const turns = blockSeconds === 0 ? 0 : Math.round(blockSeconds * measureTurns());
    const config = join(this.#dir, `${name}.yaml`);
    const session = {
      name: 'drill',
      clock: 'venue',
      limits: 'limits.yaml',
      venue: {
        baseUrl: this.#simulator.url,
        user: 'demo',
        org: 'DemoOrg',
        password: { env: SECRET },
      },
      ...(watchdog === undefined ? {} : { watchdog }),
      strategies: [{ strategy: './bids.ts', params: { symbol: 'EUR/USD', orders: ORDERS, turns } }],
    };
    const files = {
      [config]: JSON.stringify(session),
      [join(this.#dir, 'bids.ts')]: STRATEGY,
      [join(this.#dir, 'limits.yaml')]: JSON.stringify({
        allowedOrderTypes: { types: ['Limit/GTC'] },
      }),
    };
    for (const [file, content] of Object.entries(files)) writeFileSync(file, content);
    const state = join(this.#dir, `state-${name}`);
    const out = join(this.#dir, `out-${String(this.#runs)}`);
    const bot = spawn(process.execPath, [MAIN, 'run', config, '--out', out, '--state', state], {
      env: this.#environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#bots.push(bot);
    return this.#follow(bot, config, state);
  }

  /** Keeps the drill separate from the starts that are known on this machine. */
  get #environment(): NodeJS.ProcessEnv {
    const home = join(this.#dir, 'home');
    return { ...toCleanEnvironment(), [SECRET]: this.#password, XDG_STATE_HOME: home };
  }

  /** Runs `weir kill` as an operator would, and returns its report. */
  async kill(name: string): Promise<KillDocument> {
    const args = [MAIN, 'kill', join(this.#dir, `${name}.yaml`), '--by', 'weir drill', '--json'];
    const command = spawn(process.execPath, args, {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [printed, said] = ['', ''];
    command.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    command.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await new Promise((resolve) => command.once('close', resolve));
    try {
      return JSON.parse(printed) as KillDocument;
    } catch {
      throw new CommandError(`expected a report of weir kill, found:\n${said}`, EXIT.fault);
    }
  }

  #follow(bot: ChildProcess, config: string, state: string): DrillBot {
    let said = '';
    bot.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-2_000);
    });
    const environment = { [SECRET]: this.#password };
    const find = () => unwrap(findBot(realPorts, config, state, { environment }));
    return {
      process: bot,
      get place() {
        return find();
      },
      end: () => end(bot),
      waitFor: async (what, isSo) => {
        for (const until = performance.now() + WAIT_MS; performance.now() < until;) {
          const control = join(state, 'control');
          const asked = await askBot(realPorts, control, { do: 'status' }, 1_000);
          const status =
            asked.kind === 'answer' && asked.result.ok ? asked.result.value : undefined;
          if (status !== undefined && isSo(status as BotStatus)) return status as BotStatus;
          if (bot.exitCode !== null) break;
          await pause(LOOK_EVERY_MS);
        }
        throw new CommandError(
          `expected the bot of the drill ${what}, found:\n${said}`,
          EXIT.fault,
        );
      },
    };
  }

  /** Ends all processes and deletes the folder. */
  async close(): Promise<void> {
    for (const bot of this.#bots) await end(bot);
    await this.#simulator.stop();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

export function hasOrders({ mode, orders }: BotStatus): boolean {
  return mode === 'ready' && orders.filter(({ state }) => state === 'WORKING').length === ORDERS;
}

/** Ends the bot by SIGTERM, or by SIGKILL if it does not end in time. */
async function end(bot: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => bot.once('exit', resolve));
  if (bot.exitCode !== null || bot.signalCode !== null) return;
  const late = setTimeout(() => bot.kill('SIGKILL'), END_MS);
  bot.kill('SIGTERM');
  await ended;
  clearTimeout(late);
  bot.stderr?.destroy();
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Iterations of an empty loop per second on this machine. */
function measureTurns(): number {
  const turns = 200_000_000;
  const since = performance.now();
  for (let turn = 0; turn < turns; turn += 1);
  return (turns * 1_000) / (performance.now() - since);
}
