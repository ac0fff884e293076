// The bot of a backtest. Commands of a step leave after the step, as in a live session, so that
// commands halted by then stay back.
import type { BotEvent } from '../src/domain/events/index.js';
import type { Instant } from '../src/domain/index.js';
import type { Command } from '../src/domain/orders/index.js';
import type { Kernel, KernelSink } from '../src/kernel/index.js';
import type { NextDue } from '../src/determinism/index.js';
import { findBeyond, findHaltRefusal } from '../src/session/index.js';

type TakeCommand = KernelSink['command'];
type Approved = Parameters<TakeCommand>[0];

export interface BotPorts {
  /** Lowered to the time of commands that wait for the end of their step. */
  readonly horizon: NextDue;
  send(command: Approved): void;
  /** Called with a message about each command that did not leave. */
  notify(message: string): void;
}

interface Waiting {
  readonly command: Approved;
  readonly strategy: string;
  readonly bounds: Parameters<TakeCommand>[3];
}

export class Bot {
  /** Whoever steps the kernel directly calls `letOut` after the step. */
  readonly kernel: Kernel;
  readonly #ports: BotPorts;
  #waiting: Waiting[] = [];

  /** `createKernel` receives the function that takes the kernel's commands. */
  constructor(ports: BotPorts, createKernel: (take: TakeCommand) => Kernel) {
    this.#ports = ports;
    this.kernel = createKernel((command, { strategy }, at, bounds) => {
      this.#waiting.push({ command, strategy, bounds });
      ports.horizon.lower(at);
    });
  }

  /** Runs the kernel's step of this name, then lets its commands out. */
  start(): void {
    this.kernel.start();
    this.letOut();
  }

  /** Runs the kernel's step of this name, then lets its commands out. */
  rate(...rate: Parameters<Kernel['rate']>): void {
    this.kernel.rate(...rate);
    this.letOut();
  }

  /** Runs the kernel's step of this name, then lets its commands out. */
  event(at: Instant, event: BotEvent): void {
    this.kernel.event(at, event);
    this.letOut();
  }

  /**
   * Ends the step: sends its commands. Each refused command is an input of the kernel, in a step of
   * its own.
   */
  letOut(): void {
    if (this.#waiting.length === 0) return;
    const { kernel } = this;
    const waiting = this.#waiting;
    this.#waiting = [];
    const refused: BotEvent[] = [];
    for (const one of waiting) {
      const { command, strategy } = one;
      const beyond = findBeyond(one);
      const isHalted = kernel.stopsApproved(strategy, toSymbol(command));
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
