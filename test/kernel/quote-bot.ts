// A bot whose strategy asks for quotes, and the venue's words on them.
import type { Subscription } from 'rxjs';
import type { SubmitResultEvent } from '../../src/domain/events/index.js';
import { assert, SECOND } from '../../src/domain/index.js';
import type {
  PlaceCommand,
  RfsCommand,
  RfsIntent,
  WithdrawCommand,
} from '../../src/domain/orders/index.js';
import type {
  FirmQuote,
  QuoteReportEvent,
  QuoteTrade,
  QuoteRequestView,
} from '../../src/domain/quotes/index.js';
import { replayJournal } from '../../src/kernel/index.js';
import { Bot, type BotOptions, THOUSAND } from './harness.js';

/** The venue's id of every request. */
export const G1 = 'G1';
/** One tick above the offer of the warm-up, in fine ticks. */
export const OFFER = 11_001_100;

export class QuoteBot extends Bot {
  /** What the strategy saw of its requests. */
  readonly seen: QuoteRequestView[] = [];
  readonly completed: number[] = [];
  #subscription: Subscription | undefined;

  constructor(options: BotOptions = {}) {
    super(options);
    this.warmUp();
  }

  ask(more: Partial<RfsIntent> = {}): void {
    const intent = { symbol: 'EUR/USD', side: 'Buy', size: 1_000, lifeSeconds: 60 } as const;
    this.act('alpha', (ctx) => {
      this.#subscription = ctx.rfs({ ...intent, ...more }).subscribe({
        next: (view) => this.seen.push(view),
        complete: () => this.completed.push(this.now),
      });
    });
  }

  /** Asks, and the venue takes it. */
  mustAsk(more: Partial<RfsIntent> = {}): RfsCommand {
    this.ask(more);
    const command = this.asked.at(-1);
    assert(command !== undefined, `refused: ${this.refusals.at(-1)?.message ?? 'nothing'}`);
    this.result('rfs', 202, { coId: command.coId, orderId: G1 });
    return command;
  }

  leave(): void {
    this.act('alpha', () => this.#subscription?.unsubscribe());
  }

  result(kind: SubmitResultEvent['kind'], status: number, more: Partial<SubmitResultEvent>): void {
    const facts = { coId: '', code: '', message: '', orderId: '', ...more };
    this.event({ type: 'send-result', kind, status, ...facts });
  }

  notify(
    { coId }: { readonly coId: string },
    event: QuoteReportEvent['event'],
    more: Partial<QuoteReportEvent> = {},
  ): void {
    const state = STATES[event] ?? 'ended';
    const ids = { clOrderId: coId, requestId: G1, transactionId: 'T1' };
    const facts = {
      state,
      event,
      isKnown: true,
      reason: '',
      quotes: [],
      trades: [],
      busts: [],
      ...more,
    };
    this.event({ type: 'quotes', ...ids, ...facts });
  }

  quote(request: { readonly coId: string }, ...quotes: readonly Partial<FirmQuote>[]): void {
    const list = quotes.length === 0 ? [{}] : quotes;
    this.notify(request, 'QUOTE', {
      quotes: list.map((one, i) => ({
        ...{ quoteId: `Q-${String(i + 1)}`, provider: `LP${String(i + 1)}`, buyRate: OFFER },
        ...{ activeAt: this.now, validUntil: this.now + 3 * SECOND, ...one },
      })),
    });
  }

  /** Accepts a quote of the request; the command, if the gate let it through. */
  accept(quoteId = 'Q-1', requestId = this.seen.at(-1)?.requestId ?? 0): PlaceCommand | undefined {
    const count = this.placed.length;
    const quote = { requestId, quoteId, provider: '', activeAt: 0, validUntil: 0 };
    this.act('alpha', (ctx) => {
      ctx.accept(quote, 'Buy');
    });
    return this.placed[count];
  }

  /** Asks, is quoted, and accepts. */
  mustAccept(more: Partial<RfsIntent> = {}): PlaceCommand {
    this.quote(this.mustAsk(more));
    const command = this.accept();
    assert(command !== undefined, `refused: ${this.refusals.at(-1)?.message ?? 'nothing'}`);
    return command;
  }

  get asked(): readonly RfsCommand[] {
    return this.commands.filter((command) => command.kind === 'rfs');
  }

  get withdrawn(): readonly WithdrawCommand[] {
    return this.commands.filter((command) => command.kind === 'withdraw');
  }

  get isFolded(): boolean {
    const folded = JSON.stringify(replayJournal(this.foldSetup, this.records));
    return folded === JSON.stringify(this.kernel.snapshot());
  }

  get reservedBuy(): number {
    return this.kernel.listAtWork().reserved[0]?.buy ?? Number.NaN;
  }

  get position(): number {
    return this.kernel.snapshot().positions[0]?.units ?? 0;
  }
}

export function toTrade(more: Partial<QuoteTrade> = {}): QuoteTrade {
  return {
    ...{ tradeId: 'T1', side: 'Buy', units: THOUSAND, rate: OFFER, executedAt: 0 },
    ...more,
  };
}

const STATES: Readonly<Record<string, QuoteReportEvent['state']>> = {
  REQUEST_RECEIVED: 'open',
  QUOTE: 'quoted',
  QUOTE_ACCEPTED: 'accepted',
  TRADE_VERIFIED: 'done',
};
