// Login tokens of the simulated venue: drawn from a seeded random stream, with expiry and renewal.
import type { Instant, Micros } from '../domain/index.js';
import { createRandom, type Random } from '../determinism/index.js';
import type { UserOrders } from './orders/user-orders.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const TOKEN_LENGTH = 60;
/** Maximum number of tokens; beyond it the oldest is revoked. */
const MAX_LOGINS = 1_000;

export interface Login {
  readonly token: string;
  /** Serial number; a renewal gets a new one. */
  readonly number: number;
  /** Number of the first login in the chain of renewals; its own number without renewals. */
  readonly session: number;
  readonly account: UserOrders;
  expiresAt: Instant;
}

export class Logins {
  readonly #life: Micros;
  readonly #random: Random;
  readonly #byToken = new Map<string, Login>();
  #number = 1;

  constructor(life: Micros, seed: number) {
    this.#life = life;
    this.#random = createRandom(seed, 'venue/tokens');
  }

  /** Creates a token; a renewal passes the `session` of the login that it renews. */
  open(at: Instant, account: UserOrders, session?: number): Login {
    let token = '';
    for (let i = 0; i < TOKEN_LENGTH; i++) token += ALPHABET[Math.floor(this.#random() * 64)] ?? '';
    const number = this.#number++;
    const expiresAt = at + this.#life;
    const login: Login = { token, number, session: session ?? number, account, expiresAt };
    this.#byToken.set(token, login);
    if (this.#byToken.size > MAX_LOGINS) {
      const [oldest = ''] = this.#byToken.keys();
      this.#byToken.delete(oldest);
    }
    return login;
  }

  /** The login of a token; undefined if unknown or expired. */
  find(at: Instant, token: string): Login | undefined {
    const login = this.#byToken.get(token);
    return login === undefined || at < login.expiresAt ? login : undefined;
  }

  /** The login of a token, even if expired: an expired token can be renewed. */
  findRenewable(token: string): Login | undefined {
    return this.#byToken.get(token);
  }

  /** Creates a new token for a known one; the old token stays valid until its own expiry. */
  renew(at: Instant, token: string): Login | undefined {
    const login = this.#byToken.get(token);
    return login === undefined ? undefined : this.open(at, login.account, login.session);
  }

  /** The login of a number, even if expired; undefined when it was revoked. */
  findNumber(number: number): Login | undefined {
    for (const login of this.#byToken.values()) if (login.number === number) return login;
    return undefined;
  }

  /** When each unexpired session of an account ends, earliest first. */
  listSessionEnds(at: Instant, account: UserOrders): readonly Instant[] {
    const ends = new Map<number, Instant>();
    for (const login of this.#byToken.values()) {
      if (login.account !== account || at >= login.expiresAt) continue;
      ends.set(login.session, Math.max(login.expiresAt, ends.get(login.session) ?? 0));
    }
    return [...ends.values()].sort((a, b) => a - b);
  }

  /** Revokes all tokens, or those of one account. */
  revoke(account?: UserOrders): void {
    for (const [token, login] of this.#byToken) {
      if (account === undefined || login.account === account) this.#byToken.delete(token);
    }
  }

  /** Restarts the lifetime of an unexpired token. */
  extend(at: Instant, token: string): Login | undefined {
    const login = this.find(at, token);
    if (login !== undefined) login.expiresAt = at + this.#life;
    return login;
  }
}
