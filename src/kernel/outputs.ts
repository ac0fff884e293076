// Adds every output of the kernel to the running digest, then passes it to the sink.
import type {
  Alert,
  KernelRequest,
  Bust,
  Fill,
  Halt,
  Note,
  OrderView,
  ParentView,
  RecordedFill,
  Refusal,
  RefusedParent,
} from '../domain/events/index.js';
import type { Instant } from '../domain/index.js';
import {
  type Approved,
  type Command,
  ORDER_TYPE_CODES,
  TIME_IN_FORCE_CODES,
  toSign,
} from '../domain/orders/index.js';
import type { QuoteRequestView } from '../domain/quotes/index.js';
import { isSecretKey } from '../validation/index.js';
import { Digest } from '../determinism/index.js';
import type { Bounds } from '../risk/index.js';
import { freezeDeep } from '../strategy/index.js';
import { capText } from './strategies/intent-details.js';
import type { CommandOwner, DigestForm, KernelSink } from './setup.js';

/** Second check of a command: its bounds; undefined for a command that only reduces risk. */
export type Bound = (command: Command, owner: CommandOwner, at: Instant) => Bounds | undefined;

/** Code of each output kind in the digest. */
const KIND = {
  place: 1,
  cancel: 2,
  fill: 3,
  refusal: 4,
  note: 5,
  halt: 6,
  alert: 7,
  ask: 8,
  rfs: 9,
  withdraw: 10,
} as const;

export class Outputs implements KernelSink {
  readonly #sink: KernelSink;
  readonly #bound: Bound;
  readonly #form: DigestForm;
  readonly #digest = new Digest();
  #lastIntentId = 0;

  /** `coIdStamp` is a coId of intent 0: it adds the parts that all coIds share to the digest. */
  constructor(sink: KernelSink, coIdStamp: string, bound: Bound, form: DigestForm) {
    this.#sink = sink;
    this.#bound = bound;
    this.#form = form;
    this.#digest.text(coIdStamp);
  }

  /** Digest over all commands, fills, refusals, notes, halts, alerts and kernel requests so far. */
  get digest(): string {
    return this.#digest.hex();
  }

  /** Highest intent id of any command or refusal so far. */
  get lastIntentId(): number {
    return this.#lastIntentId;
  }

  /** The journal has this intent id. */
  noteIntent(intentId: number): void {
    if (intentId > this.#lastIntentId) this.#lastIntentId = intentId;
  }

  command(command: Approved<Command>, owner: CommandOwner, at: Instant): void {
    this.noteIntent(command.intentId);
    const digest = this.#digest;
    digest.int(KIND[command.kind]);
    digest.int(at);
    digest.int(command.intentId);
    if (command.kind === 'place') {
      digest.int(command.instrument.id);
      digest.int(toSign(command.side));
      digest.int(ORDER_TYPE_CODES[command.type]);
      digest.int(TIME_IN_FORCE_CODES[command.timeInForce]);
      digest.int(command.units);
      digest.int(command.priceTicks);
      digest.int(command.expirySeconds);
      if (command.attempt > 1) digest.int(command.attempt);
      const { valueDate = '' } = command;
      if (valueDate !== '') digest.text(valueDate);
      if (command.quote !== undefined) digest.text(command.quote.quoteId);
    }
    if (command.kind === 'rfs') {
      digest.int(command.instrument.id);
      digest.text(command.side);
      digest.int(command.units);
      digest.int(command.lifeSeconds);
    }
    this.#sink.command(command, owner, at, this.#bound(command, owner, at));
  }

  fill(fill: Fill): void {
    const digest = this.#digest;
    digest.int(KIND.fill);
    digest.int(fill.at);
    digest.int(fill.intentId);
    digest.int(fill.units);
    digest.int(fill.priceTicks);
    digest.int(fill.executedAt);
    this.#sink.fill(fill);
  }

  /** Not in the digest: the note about the bust is. */
  busted(bust: Bust): void {
    this.#sink.busted(bust);
  }

  /** Not in the digest: the note about the fill is. */
  recorded(record: RecordedFill): void {
    this.#sink.recorded?.(record);
  }

  /** Not in the digest: the note about the parent is. */
  unstarted(view: ParentView): void {
    this.#sink.unstarted(view);
  }

  /** Not in the digest: its refusals are. */
  parentRefused(parent: RefusedParent): void {
    this.#sink.parentRefused?.(parent);
  }

  /** Emits a refusal and returns it in its final form. */
  refused(found: Refusal): Refusal {
    const refusal = freezeDeep(toPlainRefusal(found));
    this.noteIntent(refusal.intentId);
    const digest = this.#digest;
    digest.int(KIND.refusal);
    digest.int(refusal.at);
    digest.int(refusal.intentId);
    digest.text(refusal.rule);
    this.#limitOrValue(refusal.limit);
    this.#limitOrValue(refusal.value);
    this.#sink.refused(refusal);
    return refusal;
  }

  /** The text of a strategy's own note is in every digest form. */
  note(note: Note, isOfStrategy = false): void {
    const digest = this.#digest;
    digest.int(KIND.note);
    digest.int(note.at);
    digest.text(note.strategy);
    if (isOfStrategy) digest.text(note.text);
    else this.#sentence(note.text);
    for (const [name, value] of Object.entries(note.fields)) {
      digest.text(name);
      digest.text(String(value));
    }
    this.#sink.note(note);
  }

  halted(halt: Halt): void {
    const digest = this.#digest;
    digest.int(KIND.halt);
    digest.int(halt.at);
    digest.text(halt.strategy);
    digest.text(halt.rule);
    this.#scope(halt.scope, halt.symbol);
    this.#sentence(halt.reason);
    this.#sink.halted(halt);
  }

  alert(alert: Alert): void {
    const digest = this.#digest;
    digest.int(KIND.alert);
    digest.int(alert.at);
    digest.text(alert.level);
    digest.text(alert.rule);
    this.#scope(alert.strategy, alert.symbol);
    this.#sentence(alert.text);
    this.#sink.alert(alert);
  }

  ask(ask: KernelRequest): void {
    const digest = this.#digest;
    digest.int(KIND.ask);
    digest.int(ask.at);
    digest.text(ask.kind);
    digest.text(ask.what);
    digest.text(ask.symbol);
    digest.text(ask.coId);
    digest.int(ask.until);
    this.#sink.ask(ask);
  }

  /** Adds a limit or value of a refusal to the digest. Texts are sentences of Weir. */
  #limitOrValue(figure: number | string): void {
    if (typeof figure === 'number') this.#digest.text(String(figure));
    else this.#sentence(figure);
  }

  #sentence(text: string): void {
    if (this.#form === 1) this.#digest.text(text);
  }

  /** Adds strategy or scope, and symbol. Form 1 has them in its texts only. */
  #scope(first: string, symbol = ''): void {
    if (this.#form === 1) return;
    this.#digest.text(first);
    this.#digest.text(symbol);
  }

  order(view: OrderView): void {
    this.#sink.order(view);
  }

  quotes(view: QuoteRequestView): void {
    this.#sink.quotes(view);
  }

  parent(view: ParentView, params: unknown): void {
    this.#sink.parent(view, params);
  }
}

/** Maximum of fields in one note. */
const MAX_FIELDS = 100;

/** JSON has no NaN or Infinity: such numbers are written as text. */
function toPlainRefusal(refusal: Refusal): Refusal {
  const { limit, value } = refusal;
  const isOdd = (figure: number | string) => typeof figure === 'number' && !Number.isFinite(figure);
  if (!isOdd(limit) && !isOdd(value)) return refusal;
  return { ...refusal, limit: String(limit), value: String(value) };
}

/**
 * Converts fields to what the journal can store: anything but boolean and finite number becomes
 * text. Throws a TypeError for a name that looks like a secret, and for too many fields.
 */
export function toPlainFields(fields: Note['fields']): Note['fields'] {
  const all = Object.entries(fields);
  if (all.length > MAX_FIELDS) {
    throw new TypeError(`note: expected at most ${MAX_FIELDS} fields, found ${all.length}`);
  }
  const entries = all.map(([name, value]) => {
    if (isSecretKey(name)) throw new TypeError(`note: field ${name} names a secret: rename it`);
    const isPlain = typeof value === 'boolean' || Number.isFinite(value);
    return [capText(name), isPlain ? value : capText(value)] as const;
  });
  return Object.fromEntries(entries);
}
