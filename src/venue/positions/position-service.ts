// Position queries, restricted to what the user may see.
import type { Instant } from '../../domain/index.js';
import type { PositionLevel, VenuePosition } from '../../domain/venue/index.js';
import type { Directory } from '../directory.js';
import type { VenueUser } from '../users.js';
import { type BackOfficeResult, refuse } from '../trades/back-office-refusal.js';
import { splitUserName } from '../user-name.js';
import type { PositionHolder, PositionBook } from './position-book.js';

/** Without any filter: all open positions of the user. */
export interface PositionQuery {
  readonly level?: PositionLevel | undefined;
  /** By level: user, with or without its organization; legal entity; organization. */
  readonly value?: string | undefined;
  readonly symbol?: string | undefined;
  readonly valueDate?: string | undefined;
  /** Includes settled positions. */
  readonly isSettledShown?: boolean;
}

export class PositionService {
  readonly #directory: Directory;
  readonly #book: PositionBook;

  constructor(directory: Directory, book: PositionBook) {
    this.#directory = directory;
    this.#book = book;
  }

  list(
    at: Instant,
    user: VenueUser,
    { level, value, ...filter }: PositionQuery,
  ): BackOfficeResult<readonly VenuePosition[]> {
    if (level === undefined && value !== undefined) {
      return refuse('invalid', 'level: expected one, because value is present.');
    }
    const holder = this.#findHolder(user, level ?? 'user', value);
    if (holder === undefined) return refuse('unknown', `value: ${String(value)} is unknown.`);
    return { ok: true, value: this.#book.list(at, holder, filter) };
  }

  /** The user itself without `value`; undefined for an owner that the user may not see. */
  #findHolder(
    user: VenueUser,
    level: PositionLevel,
    value: string | undefined,
  ): PositionHolder | undefined {
    switch (level) {
      case 'org':
        return this.#holder(user, level, value ?? user.org, value ?? user.org);
      case 'account': {
        const account = value ?? user.account;
        const orgs = this.#directory.orgs.filter(({ org }) =>
          this.#directory.isAccountOf(org, account),
        );
        const seen = orgs.find(({ org }) => this.#directory.mayTradeFor(user, org));
        return seen && this.#holder(user, level, seen.org, account);
      }
      case 'user': {
        const [name, org = user.org] = splitUserName(value ?? user.user);
        const isKnown = this.#directory.findUser(name, org) !== undefined;
        return isKnown ? this.#holder(user, level, org, `${name}@${org}`) : undefined;
      }
    }
  }

  #holder(
    user: VenueUser,
    level: PositionLevel,
    org: string,
    value: string,
  ): PositionHolder | undefined {
    const isSeen =
      this.#directory.findOrg(org) !== undefined && this.#directory.mayTradeFor(user, org);
    return isSeen ? { level, org, value } : undefined;
  }
}
