// The bot of a backtest, step by step. What a step puts out leaves when it is over, as in a live
// session: what is halted by then stays.
import type { BotEvent, Command, Instant } from '../src/domain/index.js';
import type { Kernel, KernelSink } from '../src/kernel/index.js';
import type { NextDue } from '../src/determinism/index.js';
import { findBeyond, findHaltRefusal } from '../src/session/index.js';

type TakeCommand = KernelSink['command'];
type Approved = Parameters<TakeCommand>[0];

export interface BotPorts {
  /** Lowered by what waits for the end of its step. */
  readonly horizon: NextDue;
  send(command: Approved): void;
  /** Told of what did not leave. */
  notify(message: string): void;
}

interface Waiting {
  readonly command: Approved;
  readonly strategy: string;
  readonly bounds: Parameters<TakeCommand>[3];
}

export class Bot {
  /** Who steps it itself calls `letOut` after the step. */
  readonly kernel: Kernel;
  readonly #ports: BotPorts;
  #waiting: Waiting[] = [];

  /** The kernel's sink gives its commands to what it is made with. */
  constructor(ports: BotPorts, createKernel: (take: TakeCommand) => Kernel) {
    this.#ports = ports;
    this.kernel = createKernel((command, { strategy }, at, bounds) => {
      this.#waiting.push({ command, strategy, bounds });
      ports.horizon.lower(at);
    });
  }

  /** A step, as the kernel's of this name. */
  start(): void {
    this.kernel.start();
    this.letOut();
  }

  /** A step, as the kernel's of this name. */
  rate(...rate: Parameters<Kernel['rate']>): void {
    this.kernel.rate(...rate);
    this.letOut();
  }

  /** A step, as the kernel's of this name. */
  event(at: Instant, event: BotEvent): void {
    this.kernel.event(at, event);
    this.letOut();
  }

  /** The step is over. What does not leave is told to the kernel, in a step of its own each. */
  letOut(): void {
    if (this.#waiting.length === 0) return;
    const { kernel } = this;
    const waiting = this.#waiting;
    this.#waiting = [];
    const refused: BotEvent[] = [];
    for (const one of waiting) {
      const { command, strategy } = one;
      const beyond = findBeyond(one);
      const isHalted = kernel.holdsBack(strategy, toSymbol(command));
      const reason = beyond ?? (isHalted ? findHaltRefusal(command) : undefined);
      if (reason === undefined) {
        this.#ports.send(command);
        continue;
      }
      const { coId, kind } = command;
      this.#ports.notify(`not sent: ${coId}: ${reason}`);
      refused.push({ type: 'egress', coId, kind, reason });
      if (beyond === undefined) continue;
      refused.push({ type: 'operator', action: 'halt', rule: 'RC72', reason: beyond });
    }
    for (const event of refused) this.event(kernel.now, event);
  }
}

function toSymbol(command: Command): string {
  return 'instrument' in command ? command.instrument.symbol : '';
}
