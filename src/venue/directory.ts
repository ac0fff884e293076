// The organizations that the simulated venue knows, with legal entities, users and roles.
import {
  type AmendmentLimits,
  DEFAULT_AMENDMENT_LIMITS,
  type VenueOrg,
  type VenueUser,
} from './users.js';

const NO_PROVIDERS: readonly string[] = [];

export class Directory {
  readonly #orgs = new Map<string, VenueOrg>();
  readonly #users: readonly VenueUser[];
  readonly #amendments: AmendmentLimits;

  /** Adds organizations that only `users` name, with the accounts of those users. */
  constructor(
    orgs: readonly VenueOrg[],
    users: readonly VenueUser[],
    amendments = DEFAULT_AMENDMENT_LIMITS,
  ) {
    this.#amendments = amendments;
    this.#users = users;
    for (const org of orgs) this.#orgs.set(org.org, org);
    for (const { org, account } of users) {
      const known = this.#orgs.get(org) ?? { org, accounts: [] };
      const accounts = known.accounts.includes(account)
        ? known.accounts
        : [...known.accounts, account];
      this.#orgs.set(org, { ...known, accounts });
    }
  }

  get orgs(): readonly VenueOrg[] {
    return [...this.#orgs.values()];
  }

  findOrg(org: string): VenueOrg | undefined {
    return this.#orgs.get(org);
  }

  findUser(user: string, org: string): VenueUser | undefined {
    return this.#users.find((one) => one.user === user && one.org === org);
  }

  /** Login name of an organization's default user, which is its first; undefined without users. */
  findDefaultUser(org: string): string | undefined {
    return this.#users.find((one) => one.org === org)?.user;
  }

  /** Whether the venue reports the organization's trades by STP. */
  sendsStp(org: string): boolean {
    return this.#orgs.get(org)?.stp !== false;
  }

  amendmentLimits(org: string): AmendmentLimits {
    return this.#orgs.get(org)?.amendment ?? this.#amendments;
  }

  isAccountOf(org: string, account: string): boolean {
    return this.#orgs.get(org)?.accounts.includes(account) ?? false;
  }

  /** Whether a user may trade for another organization; every user may for its own. */
  mayTradeFor(user: VenueUser, org: string): boolean {
    return user.org === org || (this.#orgs.get(user.org)?.onBehalfOf ?? []).includes(org);
  }

  /** Whether a user may amend and roll trades (spec, Roles). */
  isDeskUser(user: VenueUser): boolean {
    return user.role === 'broker' || user.role === 'sales-dealer';
  }

  /**
   * Whether a user may allocate trades: brokers, sales dealers, and traders of an organization with
   * `mayAllocate`.
   */
  mayAllocate(user: VenueUser): boolean {
    return this.isDeskUser(user) || this.#orgs.get(user.org)?.mayAllocate === true;
  }

  /** Providers whose spot rates, or RFS quotes, an organization gets; undefined: all providers. */
  providersOf(org: string, kind: 'spot' | 'rfs'): readonly string[] | undefined {
    const known = this.#orgs.get(org);
    if (known === undefined) return NO_PROVIDERS;
    return kind === 'spot' ? known.spotProviders : known.rfsProviders;
  }
}
