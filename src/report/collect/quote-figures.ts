// Statistics of quote requests: quoted, accepted and traded, by provider, with response times.
import { type Instant, type Micros, MILLISECOND } from '../../domain/index.js';
import type { QuoteRequestView } from '../../domain/quotes/index.js';

/** Maximum number of quote requests followed at one time; further ones are not counted. */
const MAX_FOLLOWED = 1_000;

export interface ProviderQuotes {
  readonly provider: string;
  readonly quotes: number;
  readonly accepted: number;
  readonly traded: number;
}

/** Figures of the quote requests of one strategy in one symbol. */
export interface QuoteFigures {
  readonly strategy: string;
  readonly symbol: string;
  readonly requests: number;
  /** Requests with at least one quote, and number of quotes. */
  readonly quoted: number;
  readonly quotes: number;
  readonly accepted: number;
  readonly traded: number;
  /** Traded over accepted, and traded over requests; null without any. */
  readonly winRate: number | null;
  readonly hitRate: number | null;
  /** Means in milliseconds, null without any: remaining life of a quote when first seen, */
  readonly lifeLeftMs: number | null;
  /** time from a request to its first quote, and from an acceptance to the provider's response. */
  readonly firstQuoteMs: number | null;
  readonly acceptMs: number | null;
  /** In the order of their first quotes. */
  readonly providers: readonly ProviderQuotes[];
}

class Mean {
  #sum: Micros = 0;
  #count = 0;

  add(span: Micros): void {
    this.#sum += span;
    this.#count += 1;
  }

  get milliseconds(): number | null {
    return this.#count === 0 ? null : this.#sum / this.#count / MILLISECOND;
  }
}

interface Line {
  readonly strategy: string;
  readonly symbol: string;
  requests: number;
  quoted: number;
  quotes: number;
  accepted: number;
  traded: number;
  readonly lifeLeft: Mean;
  readonly firstQuote: Mean;
  readonly acceptance: Mean;
  readonly providers: Map<string, { quotes: number; accepted: number; traded: number }>;
}

/** Data of a quote request until it ends. */
interface Followed {
  readonly line: Line;
  readonly askedAt: Instant;
  /** Providers by quote id. */
  readonly quotes: Map<string, string>;
  acceptedAt: Instant;
}

export class QuoteCounts {
  readonly #lines = new Map<string, Line>();
  readonly #followed = new Map<string, Followed>();

  /** Takes the views of quote requests in order. */
  take(view: QuoteRequestView): void {
    const followed = this.#followed.get(view.clOrderId) ?? this.#begin(view);
    if (followed === undefined) return;
    const { line } = followed;
    for (const quote of view.quotes) this.#see(followed, quote, view.at);
    if (view.state === 'ACCEPTED' && followed.acceptedAt === 0) {
      followed.acceptedAt = view.at;
      line.accepted += 1;
      this.#countProvider(followed, view.acceptedId, 'accepted');
    }
    if (!view.isOver) return;
    this.#followed.delete(view.clOrderId);
    if (followed.acceptedAt > 0) line.acceptance.add(view.at - followed.acceptedAt);
    if (view.state !== 'TRADED') return;
    line.traded += 1;
    this.#countProvider(followed, view.acceptedId, 'traded');
  }

  list(): readonly QuoteFigures[] {
    return [...this.#lines.values()].map((line) => ({
      strategy: line.strategy,
      symbol: line.symbol,
      requests: line.requests,
      quoted: line.quoted,
      quotes: line.quotes,
      accepted: line.accepted,
      traded: line.traded,
      winRate: line.accepted === 0 ? null : line.traded / line.accepted,
      hitRate: line.requests === 0 ? null : line.traded / line.requests,
      lifeLeftMs: line.lifeLeft.milliseconds,
      firstQuoteMs: line.firstQuote.milliseconds,
      acceptMs: line.acceptance.milliseconds,
      providers: [...line.providers].map(([provider, counts]) => ({ provider, ...counts })),
    }));
  }

  /** Follows a quote request from its first view, which is in state SENDING. */
  #begin(view: QuoteRequestView): Followed | undefined {
    if (view.state !== 'SENDING' || this.#followed.size >= MAX_FOLLOWED) return undefined;
    const { symbol } = view.instrument;
    const name = `${view.strategy}\n${symbol}`;
    let line = this.#lines.get(name);
    if (line === undefined) {
      line = createLine(view.strategy, symbol);
      this.#lines.set(name, line);
    }
    line.requests += 1;
    const followed = { line, askedAt: view.at, quotes: new Map(), acceptedAt: 0 };
    this.#followed.set(view.clOrderId, followed);
    return followed;
  }

  #see(followed: Followed, quote: QuoteRequestView['quotes'][number], at: Instant): void {
    const { line, quotes, askedAt } = followed;
    if (quotes.has(quote.quoteId)) return;
    if (quotes.size === 0) {
      line.quoted += 1;
      line.firstQuote.add(at - askedAt);
    }
    quotes.set(quote.quoteId, quote.provider);
    line.quotes += 1;
    line.lifeLeft.add(quote.validUntil - at);
    this.#countProvider(followed, quote.quoteId, 'quotes');
  }

  #countProvider(
    { line, quotes }: Followed,
    quoteId: string,
    what: 'quotes' | 'accepted' | 'traded',
  ): void {
    const provider = quotes.get(quoteId) ?? '';
    const counts = line.providers.get(provider) ?? { quotes: 0, accepted: 0, traded: 0 };
    counts[what] += 1;
    line.providers.set(provider, counts);
  }
}

function createLine(strategy: string, symbol: string): Line {
  const counts = { requests: 0, quoted: 0, quotes: 0, accepted: 0, traded: 0 };
  const means = { lifeLeft: new Mean(), firstQuote: new Mean(), acceptance: new Mean() };
  return { strategy, symbol, ...counts, ...means, providers: new Map() };
}
