// Client order ids, one per intent, unique over all runs: built from bot tag, epoch, intent id and
// the random bits of the epoch.
import { assert } from '../../domain/index.js';
import { SerialTexts } from '../../determinism/index.js';
import type { KernelSetup } from '../setup.js';

/** Longest coId that is sent, in characters; all coIds of a session have the same length. */
const MAX_LENGTH = 32;
const EPOCH_DIGITS = 4;
const INTENT_DIGITS = 7;
const SALT_DIGITS = 4;
const RADIX = 36;
const BEHIND_TAG = /^([0-9a-z]{4})-[0-9a-z]{7}-[0-9a-z]{4}$/;

/** `<botTag>-<epoch>-<intent>-<salt>`, the numbers in base 36 with leading zeros. */
export class ClientOrderIds {
  /** Number of this run: its epoch and random bits as one integer. */
  readonly run: number;
  readonly #epoch: number;
  readonly #start: string;
  readonly #end: string;
  readonly #tag: string;
  readonly #length: number;
  readonly #texts: SerialTexts;
  #latest = '';

  constructor({ botTag, epoch, epochSalt }: Pick<KernelSetup, 'botTag' | 'epoch' | 'epochSalt'>) {
    this.#epoch = epoch;
    this.#start = `${botTag}-${toDigits(epoch, EPOCH_DIGITS)}-`;
    this.#end = `-${toDigits(epochSalt, SALT_DIGITS)}`;
    this.#texts = new SerialTexts(this.#start, this.#end, RADIX, INTENT_DIGITS);
    const sample = this.format(0);
    assert(sample.length <= MAX_LENGTH, `RC13: coId ${sample} is too long`);
    this.#tag = `${botTag}-`;
    this.#length = sample.length;
    this.run = Number.parseInt(
      toDigits(epoch, EPOCH_DIGITS) + toDigits(epochSalt, SALT_DIGITS),
      RADIX,
    );
    assert(/^[A-Za-z0-9-]+$/.test(sample), `RC13: coId ${sample} is not letters and digits`);
  }

  format(intentId: number): string {
    this.#latest = this.#texts.format(intentId);
    return this.#latest;
  }

  /** The latest result of `format`. */
  get latest(): string {
    return this.#latest;
  }

  /** The coId of an intent of the given run. */
  formatRun(run: number, intentId: number): string {
    const digits = run.toString(RADIX).padStart(EPOCH_DIGITS + SALT_DIGITS, '0');
    const intent = intentId.toString(RADIX).padStart(INTENT_DIGITS, '0');
    return `${this.#tag}${digits.slice(0, EPOCH_DIGITS)}-${intent}-${digits.slice(-SALT_DIGITS)}`;
  }

  /** Intent id in a coId of this or a previous run; NaN for any other text. */
  parse(coId: string): number {
    const at = this.#start.length;
    const isOwn = coId.startsWith(this.#start) && coId.endsWith(this.#end);
    if (!isOwn && (coId.length !== this.#length || !coId.startsWith(this.#tag))) return Number.NaN;
    return Number.parseInt(coId.slice(at, at + INTENT_DIGITS), RADIX);
  }

  /**
   * True when the coId has our tag and this epoch or a later one, but another run made it: another
   * bot runs on a copy of our state, or our state is an old copy.
   */
  isOfTwin(coId: string): boolean {
    if (!coId.startsWith(this.#tag)) return false;
    if (coId.startsWith(this.#start) && coId.endsWith(this.#end)) return false;
    const [, epoch = ''] = BEHIND_TAG.exec(coId.slice(this.#tag.length)) ?? [];
    return Number.parseInt(epoch, RADIX) >= this.#epoch;
  }

  /** Number of the run that made a coId: its epoch and random bits as one integer. */
  parseRun(coId: string): number {
    if (coId.startsWith(this.#start) && coId.endsWith(this.#end)) return this.run;
    const epoch = coId.slice(this.#tag.length, this.#tag.length + EPOCH_DIGITS);
    return Number.parseInt(epoch + coId.slice(-SALT_DIGITS), RADIX);
  }
}

function toDigits(value: number, digits: number): string {
  return value.toString(RADIX).padStart(digits, '0');
}
