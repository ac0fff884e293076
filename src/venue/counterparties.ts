// Finds the counterparty of an organization's orders: the provider that trades with it.
import type { Instrument } from '../domain/index.js';
import type { Directory } from './directory.js';
import { accountOfProvider, makesRatesOf, type ProviderSettings } from './models/providers.js';

/** An organization and its legal entity. */
export interface Counterparty {
  readonly org: string;
  readonly account: string;
}

export class Counterparties {
  readonly #providers: readonly ProviderSettings[];
  readonly #directory: Directory;

  constructor(providers: readonly ProviderSettings[], directory: Directory) {
    this.#providers = providers;
    this.#directory = directory;
  }

  /**
   * First configured provider that streams spot rates, or RFS quotes, of an instrument to `org`.
   */
  find(org: string, kind: 'spot' | 'rfs', { symbol }: Instrument): Counterparty | undefined {
    const allowed = this.#directory.providersOf(org, kind);
    const provider = this.#providers.find(
      (one) => one[kind] && makesRatesOf(one, symbol) && (allowed?.includes(one.id) ?? true),
    );
    return provider === undefined
      ? undefined
      : { org: provider.id, account: accountOfProvider(provider) };
  }

  named(id: string): Counterparty | undefined {
    const provider = this.#providers.find((one) => one.id === id);
    return provider === undefined ? undefined : { org: id, account: accountOfProvider(provider) };
  }
}
