// Logins: tokens drawn from a named stream, their life and renewal.
import type { Instant, Micros } from '../domain/index.js';
import { createRandom, type Random } from '../machine/index.js';
import type { Account } from './account.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const TOKEN_LENGTH = 60;
/** Logins open at once; the oldest is closed beyond it. */
const MAX_LOGINS = 1_000;

export interface Login {
  readonly token: string;
  readonly account: Account;
  expiresAt: Instant;
}

export class Logins {
  readonly #life: Micros;
  readonly #random: Random;
  readonly #byToken = new Map<string, Login>();

  constructor(life: Micros, seed: number) {
    this.#life = life;
    this.#random = createRandom(seed, 'venue/tokens');
  }

  open(at: Instant, account: Account): Login {
    let token = '';
    for (let i = 0; i < TOKEN_LENGTH; i++) token += ALPHABET[Math.floor(this.#random() * 64)] ?? '';
    const login: Login = { token, account, expiresAt: at + this.#life };
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
    if (login === undefined || at < login.expiresAt) return login;
    this.#byToken.delete(token);
    return undefined;
  }

  /** A new token for a living one; the old one lives on until its own end. */
  renew(at: Instant, token: string): Login | undefined {
    const login = this.find(at, token);
    return login === undefined ? undefined : this.open(at, login.account);
  }

  /** A whole life from now on for a living token. */
  extend(at: Instant, token: string): Login | undefined {
    const login = this.find(at, token);
    if (login !== undefined) login.expiresAt = at + this.#life;
    return login;
  }
}
