// Every output passes here: into the running digest, then to the sink.
import {
  type Alert,
  type Approved,
  type KernelRequest,
  type Bust,
  type Command,
  type Fill,
  type Halt,
  type Instant,
  type Note,
  type OrderView,
  type ParentView,
  type RecordedFill,
  type Refusal,
  type RefusedParent,
  type QuoteRequestView,
  ORDER_TYPE_CODES,
  TIME_IN_FORCE_CODES,
  toSign,
} from '../domain/index.js';
import { isSecretKey } from '../validation/index.js';
import { Digest } from '../determinism/index.js';
import type { Bounds } from '../risk/index.js';
import { freezeDeep } from '../strategy/index.js';
import { capText } from './strategies/intent-details.js';
import type { CommandOwner, DigestForm, KernelSink } from './setup.js';

/** What a command may be at most; undefined for one that only takes risk away. */
export type Bound = (command: Command, owner: CommandOwner, at: Instant) => Bounds | undefined;

/** First word of each kind in the digest's layout. */
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

  /** `coIdStamp` stands for the part of a coId that is not the intent's number. */
  constructor(sink: KernelSink, coIdStamp: string, bound: Bound, form: DigestForm) {
    this.#sink = sink;
    this.#bound = bound;
    this.#form = form;
    this.#digest.text(coIdStamp);
  }

  /** Digest over all commands, fills, refusals, notes, halts, alerts and asks so far. */
  get digest(): string {
    return this.#digest.hex();
  }

  /** Highest intent that any command or refusal named. */
  get lastIntentId(): number {
    return this.#lastIntentId;
  }

  /** A record names this intent. */
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

  /** Not in the digest: the note that tells of it is. */
  busted(bust: Bust): void {
    this.#sink.busted(bust);
  }

  /** Not in the digest: the note that tells of it is. */
  recorded(record: RecordedFill): void {
    this.#sink.recorded?.(record);
  }

  /** Not in the digest: the note that tells of it is. */
  unstarted(view: ParentView): void {
    this.#sink.unstarted(view);
  }

  /** Not in the digest: its refusals are. */
  parentRefused(parent: RefusedParent): void {
    this.#sink.parentRefused?.(parent);
  }

  /** Gives it as it is told. */
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

  /** A strategy's own note is its output, text and all. */
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

  /** Adds a limit or a value of a refusal. One that is not a number is a sentence of Weir. */
  #limitOrValue(figure: number | string): void {
    if (typeof figure === 'number') this.#digest.text(String(figure));
    else this.#sentence(figure);
  }

  #sentence(text: string): void {
    if (this.#form === 1) this.#digest.text(text);
  }

  /** Adds the strategy or the scope, and the symbol. Form 1 has these in its texts only. */
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

/** Of one note. */
const MAX_FIELDS = 100;

/** Figures that are none become text: a journal holds no NaN. */
function toPlainRefusal(refusal: Refusal): Refusal {
  const { limit, value } = refusal;
  const isOdd = (figure: number | string) => typeof figure === 'number' && !Number.isFinite(figure);
  if (!isOdd(limit) && !isOdd(value)) return refusal;
  return { ...refusal, limit: String(limit), value: String(value) };
}

/**
 * Fields that every journal can hold: what is no text, truth or finite number becomes text. A name
 * that no journal takes is the mistake of who makes the note.
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
