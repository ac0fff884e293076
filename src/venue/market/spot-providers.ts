// Which providers stream spot rates of which symbols to which organizations.
import type { Instrument } from '../../domain/index.js';
import type { VenueBook } from '../book.js';
import type { Directory } from '../directory.js';
import type { ProviderSettings } from '../models/providers.js';
import { BookLevels } from './book-levels.js';
import {
  createQuoters,
  isPlain,
  type ProviderRate,
  type Quoter,
  quoteRate,
  type TopOfBook,
} from './provider-rates.js';

export class SpotProviders {
  /**
   * Whether all organizations meet the market's rate itself: one unchanged provider of all symbols.
   */
  get isPlain(): boolean {
    return this.#isPlain && this.#withdrawn.size === 0;
  }

  readonly #isPlain: boolean;
  readonly #directory: Directory;
  /** By instrument id. */
  readonly #quoters: readonly (readonly Quoter[])[];
  readonly #ofOrg = new Map<string, readonly (readonly Quoter[])[]>();
  /** Providers that quote nothing at present, with the number of reasons. */
  readonly #withdrawn = new Map<string, number>();

  constructor(
    instruments: readonly Instrument[],
    providers: readonly ProviderSettings[],
    directory: Directory,
  ) {
    this.#directory = directory;
    this.#quoters = instruments.map((instrument) => createQuoters(instrument, providers));
    const isOneForAll = this.#quoters.every(
      (list) => list.length === 1 && list.every((quoter) => isPlain(quoter)),
    );
    this.#isPlain =
      isOneForAll &&
      directory.orgs.every(({ spotProviders }) =>
        providers.every(({ id }) => spotProviders?.includes(id) ?? true),
      );
  }

  /** Providers that stream a symbol to an organization; empty: none. */
  quotersOf(org: string, instrument: Instrument): readonly Quoter[] {
    let known = this.#ofOrg.get(org);
    if (known === undefined) {
      const ids = this.#directory.providersOf(org, 'spot');
      known = this.#quoters.map((list) =>
        ids === undefined ? list : list.filter(({ provider }) => ids.includes(provider)),
      );
      if (this.#directory.findOrg(org) !== undefined) this.#ofOrg.set(org, known);
    }
    const quoters = known[instrument.id] ?? [];
    return this.#withdrawn.size === 0
      ? quoters
      : quoters.filter(({ provider }) => !this.isWithdrawn(provider));
  }

  /** Stops a provider's rates and quotes until `restore` was called as often as `withdraw`. */
  withdraw(provider: string): void {
    this.#withdrawn.set(provider, (this.#withdrawn.get(provider) ?? 0) + 1);
  }

  restore(provider: string): void {
    const left = (this.#withdrawn.get(provider) ?? 0) - 1;
    if (left > 0) this.#withdrawn.set(provider, left);
    else this.#withdrawn.delete(provider);
  }

  isWithdrawn(provider: string): boolean {
    return this.#withdrawn.has(provider);
  }

  /** Levels by provider for a book; undefined where all organizations meet the book itself. */
  createLevels(book: VenueBook): BookLevels | undefined {
    if (this.isPlain) return undefined;
    const { instrument } = book;
    const quoters = this.#quoters[instrument.id] ?? [];
    return new BookLevels(book, quoters, (org) => this.quotersOf(org, instrument));
  }

  /** Rates that an organization's providers derive from the market's. */
  listRates(org: string, instrument: Instrument, top: TopOfBook): readonly ProviderRate[] {
    return this.quotersOf(org, instrument).map((quoter) => quoteRate(top, quoter));
  }
}
