// Journal records of a session: the types of inputs, and the conversion of kernel outputs to
// records.
import { sha256Hex } from '../journal/index.js';
import type {
  Alert,
  KernelRequest,
  BotEvent,
  Bust,
  Fill,
  Halt,
  Note,
  ParentView,
  RecordedFill,
  Refusal,
  RefusedParent,
} from '../domain/events/index.js';
import type { Instant } from '../domain/index.js';
import type { Approved, Command, PlaceCommand } from '../domain/orders/index.js';
import type { QuoteRequestView } from '../domain/quotes/index.js';
import type { CommandOwner, KernelSink } from '../kernel/index.js';
import { encodeCommand } from '../protocol/codecs/index.js';
import type { Bounds } from '../risk/index.js';

/** First record of a journal: the header. */
export const HEADER_TYPE = 'session';
/** The input that starts the strategies. */
export const START_TYPE = 'start';
/** Last record: the digest over all outputs. */
export const END_TYPE = 'end';

/** Types of records that are outputs of the kernel. */
export const OUTPUT_TYPES: ReadonlySet<string> = new Set([
  ...['command', 'send-start', 'refused', 'parent', 'note', 'fill', 'halt', 'alert', 'ask'],
  END_TYPE,
]);

/** Every input of the kernel; the compiler checks that none is missing. */
const INPUTS: Readonly<Record<BotEvent['type'] | typeof START_TYPE, true>> = {
  [START_TYPE]: true,
  wake: true,
  rate: true,
  poll: true,
  'send-result': true,
  'send-again': true,
  'send-unused': true,
  egress: true,
  order: true,
  trade: true,
  bust: true,
  stp: true,
  position: true,
  benchmark: true,
  balance: true,
  reference: true,
  calibration: true,
  host: true,
  quotes: true,
  operator: true,
  recovery: true,
  resolve: true,
  override: true,
  revoke: true,
  support: true,
};

/** Types of records that are inputs of the kernel. */
export const INPUT_TYPES: ReadonlySet<string> = new Set(Object.keys(INPUTS));

export interface OutputRecord {
  readonly type: string;
  readonly data: unknown;
}

/** A command on its way to the venue, with the bytes that will be sent. */
export interface Outgoing {
  readonly command: Approved<Command>;
  /** Session time of the approval: a timer's is before that of its step. */
  readonly at: Instant;
  readonly strategy: string;
  /** Key of the parent, or empty. */
  readonly parent: string;
  /** Body of the request; empty for a cancel. */
  readonly body: string;
  readonly sha256: string;
  /** `X-Request-ID` of the first attempt. */
  readonly requestId: string;
  /** Upper limits for the second check; undefined for a command that only reduces risk. */
  readonly bounds: Bounds | undefined;
}

/** Encodes a command and hashes the bytes; `number` distinguishes it from others of the session. */
export function toOutgoing(
  command: Approved<Command>,
  { strategy, parent }: Pick<CommandOwner, 'strategy' | 'parent'>,
  at: Instant,
  bounds: Bounds | undefined,
  number = '1',
): Outgoing {
  const body = encodeCommand(command);
  const requestId = toRequestId(command, number);
  const sha256 = sha256Hex(body);
  return { command, at, strategy, parent, body, sha256, requestId, bounds };
}

/** An order may have many cancels, in several runs. */
function toRequestId(command: Command, number: string): string {
  const { coId, kind } = command;
  if (kind === 'place') return `${coId}.${String(command.attempt)}`;
  return kind === 'rfs' ? `${coId}.rfs` : `${coId}.${kind === 'cancel' ? 'c' : 'w'}${number}`;
}

type CommandBytes = Pick<Outgoing, 'body' | 'requestId' | 'sha256'> & {
  readonly command: Command;
};

/**
 * The two records that must be durable before a command may leave; for a repeated attempt, whose
 * bytes are known, only the second.
 */
export function toCommandRecords(
  { command, body, sha256, requestId }: CommandBytes,
  { strategy, parent, arrivalTicks2 }: CommandOwner,
  at: Instant,
): readonly OutputRecord[] {
  const { kind, coId, intentId } = command;
  const attempt = command.kind === 'place' ? command.attempt : 1;
  const start = { kind, coId, attempt, requestId, sha256 };
  // Its bytes are in the command record of the first attempt.
  if (attempt > 1) return [{ type: 'send-start', data: { at, ...start } }];
  const owner = { strategy, parent, arrivalTicks2 };
  const head = { at, kind, coId, intentId };
  const data = { ...head, ...describe(command, owner), ...(body === '' ? {} : { body, sha256 }) };
  return [
    { type: 'command', data },
    { type: 'send-start', data: start },
  ];
}

function describe(command: Command, owner: CommandOwner) {
  switch (command.kind) {
    case 'place':
      return { ...owner, ...describePlace(command) };
    case 'cancel':
      return { orderId: command.orderId };
    case 'rfs': {
      const { instrument, side, units, lifeSeconds } = command;
      return { strategy: owner.strategy, symbol: instrument.symbol, side, units, lifeSeconds };
    }
    case 'withdraw':
      return { requestId: command.requestId };
  }
}

function describePlace(command: PlaceCommand) {
  const { instrument, side, type, timeInForce, units, priceTicks, expirySeconds } = command;
  const { valueDate = '', details, quote } = command;
  return {
    symbol: instrument.symbol,
    side,
    type,
    timeInForce,
    units,
    priceTicks,
    expirySeconds,
    ...(valueDate === '' ? {} : { valueDate }),
    ...(details === undefined ? {} : { details }),
    ...(quote === undefined ? {} : { quote }),
  };
}

/** Collects the outputs of one kernel step, in order. */
export class StepOutputs implements KernelSink {
  #records: OutputRecord[] = [];
  #outgoing: Outgoing[] = [];
  readonly #forward: Omit<KernelSink, 'command'>;
  /** State and reason of each parent's last record. */
  readonly #parents = new Map<string, string>();
  readonly #epoch: number;
  #commands = 0;

  /** `forward` gets everything but commands, e.g. for a report. */
  constructor(forward: Omit<KernelSink, 'command'>, epoch: number) {
    this.#forward = forward;
    this.#epoch = epoch;
  }

  /** Records and commands since the last call. */
  take(): { readonly records: readonly OutputRecord[]; readonly outgoing: readonly Outgoing[] } {
    const taken = { records: this.#records, outgoing: this.#outgoing };
    if (taken.records.length > 0) this.#records = [];
    if (taken.outgoing.length > 0) this.#outgoing = [];
    return taken;
  }

  command(...[command, owner, at, bounds]: Parameters<KernelSink['command']>): void {
    this.#commands += 1;
    const number = `${String(this.#epoch)}.${String(this.#commands)}`;
    const outgoing = toOutgoing(command, owner, at, bounds, number);
    this.#outgoing.push(outgoing);
    this.#records.push(...toCommandRecords(outgoing, owner, at));
  }

  order(view: Parameters<KernelSink['order']>[0]): void {
    this.#forward.order(view);
  }

  quotes(view: QuoteRequestView): void {
    this.#forward.quotes(view);
  }

  /** Writes a record for what outlives the process: the acceptance, and each step of the end. */
  parent(view: ParentView, params: unknown): void {
    const { instrument, bookedCash, ...rest } = view;
    const name = `${view.strategy}/${view.key}`;
    const stage = `${view.state} ${view.reason}`;
    if (this.#parents.get(name) !== stage) {
      this.#parents.set(name, stage);
      const data = { ...rest, symbol: instrument.symbol, bookedCash: String(bookedCash), params };
      this.#records.push({ type: 'parent', data });
    }
    this.#forward.parent(view, params);
  }

  fill(fill: Fill): void {
    const { instrument, ...rest } = fill;
    this.#records.push({ type: 'fill', data: { ...rest, symbol: instrument.symbol } });
    this.#forward.fill(fill);
  }

  /** No record: the bust is an input, and its note has a record. */
  busted(bust: Bust): void {
    this.#forward.busted(bust);
  }

  recorded(record: RecordedFill): void {
    this.#forward.recorded?.(record);
  }

  /** No record: its note has one. */
  unstarted(view: ParentView): void {
    this.#forward.unstarted(view);
  }

  parentRefused(parent: RefusedParent): void {
    this.#forward.parentRefused?.(parent);
  }

  refused(refusal: Refusal): void {
    this.#records.push({ type: 'refused', data: refusal });
    this.#forward.refused(refusal);
  }

  note(note: Note): void {
    this.#records.push({ type: 'note', data: note });
    this.#forward.note(note);
  }

  halted(halt: Halt): void {
    this.#records.push({ type: 'halt', data: halt });
    this.#forward.halted(halt);
  }

  alert(alert: Alert): void {
    this.#records.push({ type: 'alert', data: alert });
    this.#forward.alert(alert);
  }

  ask(ask: KernelRequest): void {
    this.#records.push({ type: 'ask', data: ask });
    this.#forward.ask(ask);
  }
}

/** Event from the data and the type of a record. */
export function toBotEvent(type: string, data: unknown): BotEvent {
  return { ...(data as object), type } as BotEvent;
}
