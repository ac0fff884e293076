// Logins: tokens drawn from a named stream, their life and renewal.
import type { Instant, Micros } from '../domain/index.js';
import { createRandom, type Random } from '../determinism/index.js';
import type { UserOrders } from './orders/user-orders.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const TOKEN_LENGTH = 60;
/** Logins open at once; the oldest is closed beyond it. */
const MAX_LOGINS = 1_000;

export interface Login {
  readonly token: string;
  /** Rises from login to login, renewals too. */
  readonly number: number;
  /** Number of the login that this one renews, at whatever remove, or its own. */
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

  /** A new token; of a renewal `session` says of which login. */
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

  /** The login of a token that is still alive. */
  find(at: Instant, token: string): Login | undefined {
    const login = this.#byToken.get(token);
    return login === undefined || at < login.expiresAt ? login : undefined;
  }

  /** The login of a token that can be renewed: an expired one can. */
  findRenewable(token: string): Login | undefined {
    return this.#byToken.get(token);
  }

  /** A new token for a known one; the old one lives on until its own end. */
  renew(at: Instant, token: string): Login | undefined {
    const login = this.#byToken.get(token);
    return login === undefined ? undefined : this.open(at, login.account, login.session);
  }

  /** The login of a number, alive or not; undefined when it is gone. */
  findNumber(number: number): Login | undefined {
    for (const login of this.#byToken.values()) if (login.number === number) return login;
    return undefined;
  }

  /** When each living session of an account ends, the earliest first. */
  listSessionEnds(at: Instant, account: UserOrders): readonly Instant[] {
    const ends = new Map<number, Instant>();
    for (const login of this.#byToken.values()) {
      if (login.account !== account || at >= login.expiresAt) continue;
      ends.set(login.session, Math.max(login.expiresAt, ends.get(login.session) ?? 0));
    }
    return [...ends.values()].sort((a, b) => a - b);
  }

  /** Ends every login at once, or those of one account. */
  revoke(account?: UserOrders): void {
    for (const [token, login] of this.#byToken) {
      if (account === undefined || login.account === account) this.#byToken.delete(token);
    }
  }

  /** A whole life from now on for a living token. */
  extend(at: Instant, token: string): Login | undefined {
    const login = this.find(at, token);
    if (login !== undefined) login.expiresAt = at + this.#life;
    return login;
  }
}
