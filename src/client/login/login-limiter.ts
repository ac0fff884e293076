// Limits the logins of a client (RC54): a wrong password must not lock the account, and a venue
// that ends logins early must not get more and more of them.
import { type Instant, type Micros, MINUTE } from '../../domain/index.js';

/** Most refused logins, and the waits after the first and the later ones. */
export interface LoginAttemptLimits {
  readonly max: number;
  readonly first: Micros;
  readonly later: Micros;
}

/** Time over which refusals and logins are counted. */
const SPAN: Micros = 10 * MINUTE;
/** Logins allowed in this time beyond one per life of a token. */
const FREE = 2;

/** Store of refused logins of this secret: a start or a call counts earlier ones. */
export interface FailedLoginStore {
  /** Age of each refusal. */
  readonly ages: () => readonly Micros[];
  readonly add: () => void;
  /** File that an operator may remove to retry at once. */
  readonly place: string;
}

/** Why no login may be sent now. */
export type LoginBlock = { readonly kind: 'wait'; readonly until: Instant } | LoginCap;

export interface LoginCap {
  readonly kind: 'cap';
  readonly found: string;
  /** Set when only earlier refusals reach the limit: where they are kept, and until when. */
  readonly kept?: { readonly place: string; readonly until: Instant };
}

export class LoginLimiter {
  readonly #tries: LoginAttemptLimits;
  readonly #kept: FailedLoginStore | undefined;
  /** Refusals of other clients before this client's first login. */
  #earlierAt: readonly Instant[] | undefined;
  #refusedAt: readonly Instant[] = [];
  #sentAt: readonly Instant[] = [];
  /** Life of the newest login only. */
  #life: Micros | undefined;
  /** Refusals since the last successful login: each delays the next one. */
  #inRow = 0;

  constructor(tries: LoginAttemptLimits, kept?: FailedLoginStore) {
    this.#tries = tries;
    this.#kept = kept;
  }

  find(at: Instant): LoginBlock | undefined {
    const refused = this.#refusedAt.filter((one) => one > at - SPAN);
    const { max, first, later } = this.#tries;
    if (refused.length >= max) {
      return { kind: 'cap', found: `${String(refused.length)} logins rejected within 10 minutes` };
    }
    const kept = this.#findKept(at, refused);
    if (kept !== undefined) return kept;
    const sent = this.#sentAt.filter((one) => one > at - SPAN).length;
    const most = this.#life === undefined ? Infinity : FREE + Math.floor(SPAN / this.#life);
    if (sent >= most)
      return { kind: 'cap', found: `${String(sent)} logins sent within 10 minutes` };
    const last = this.#inRow === 0 ? undefined : refused.at(-1);
    if (last === undefined) return undefined;
    const until = last + (this.#inRow === 1 ? first : later);
    return at < until ? { kind: 'wait', until } : undefined;
  }

  #findKept(at: Instant, own: readonly Instant[]): LoginBlock | undefined {
    if (this.#kept === undefined) return undefined;
    this.#earlierAt ??= this.#kept.ages().map((age) => at - age);
    const earlier = this.#earlierAt.filter((one) => one > at - SPAN);
    const all = [...earlier, ...own].sort((a, b) => a - b);
    const decisive = all.at(-this.#tries.max);
    if (decisive === undefined) return undefined;
    const found = `${String(all.length)} logins rejected within 10 minutes, earlier runs included`;
    return { kind: 'cap', found, kept: { place: this.#kept.place, until: decisive + SPAN } };
  }

  sent(at: Instant): void {
    this.#sentAt = [...this.#sentAt, at].filter((one) => one > at - SPAN);
  }

  refused(at: Instant): void {
    this.#refusedAt = [...this.#refusedAt, at].filter((one) => one > at - SPAN);
    this.#inRow += 1;
    this.#kept?.add();
  }

  worked(life: Micros): void {
    this.#inRow = 0;
    this.#life = life;
  }
}
