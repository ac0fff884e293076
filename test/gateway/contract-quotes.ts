// Generated requests for quotes, acceptances and withdrawals for the gateways' contract test, and
// what a run of them is compared by.
import type { BotEvent } from '../../src/domain/events/index.js';
import { type Instant, SECOND } from '../../src/domain/index.js';
import type { Approved, Command, Side } from '../../src/domain/orders/index.js';
import type {
  FirmQuote,
  QuoteReportEvent,
  QuoteRequestSide,
} from '../../src/domain/quotes/index.js';
import { createRandom } from '../oracle/script.js';
import { USER } from '../simulator/harness.js';
import { EURUSD, type MakeCommand, type ScriptedStep } from './contract-runs.js';

/**
 * `newest`: of the provider, as every gateway has heard it. `oldest`: whatever became of it.
 * `foreign`: no quote of the request.
 */
type Choice = 'newest' | 'oldest' | 'foreign';

const SIDES: readonly QuoteRequestSide[] = ['Buy', 'Sell', 'Both'];

/** Requests, each with what follows on it within its life and a little beyond. */
export function generateRequests(
  count: number,
  providers: readonly string[],
): readonly ScriptedStep[] {
  const random = createRandom(5);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const steps: ScriptedStep[] = [];
  for (let index = 0; index < count; index++) {
    const coId = `weir-rfs-${String(index)}`;
    const asked = pick(SIDES);
    const step = 1 + Math.floor(random() * count);
    const lifeSeconds = 1 + Math.floor(random() * 10);
    const units = (1 + Math.floor(random() * 40)) * 10_000_000;
    steps.push({ step, make: () => toAsk(coId, index, asked, units, lifeSeconds) });
    for (let turn = Math.floor(random() * 3); turn > 0; turn--) {
      const later = step + 1 + Math.floor(random() * (lifeSeconds + 2));
      const choice: Choice = random() < 0.7 ? 'newest' : pick(['oldest', 'foreign']);
      const side = asked === 'Both' || random() < 0.1 ? pick(['Buy', 'Sell'] as const) : asked;
      const provider = pick(providers);
      const accept = toAccept(coId, index, units, { asked, side, provider, choice });
      const make = random() < 0.3 ? toWithdraw(coId, index) : accept;
      steps.push({ step: later, make });
    }
  }
  return steps.sort((a, b) => a.step - b.step);
}

function toAsk(
  coId: string,
  intentId: number,
  side: QuoteRequestSide,
  units: number,
  lifeSeconds: number,
): Approved<Command> {
  const customer = { org: USER.org, account: USER.account };
  const terms = { instrument: EURUSD, side, units, lifeSeconds, customer };
  return { kind: 'rfs', coId, intentId, ...terms } as Command as Approved<Command>;
}

interface Accepting {
  readonly asked: QuoteRequestSide;
  readonly side: Side;
  readonly provider: string;
  readonly choice: Choice;
}

function toAccept(
  coId: string,
  intentId: number,
  units: number,
  { asked, side, provider, choice }: Accepting,
): MakeCommand {
  return (told, now) => {
    const heard = listHeard(told, coId);
    const requestId = findRequestId(told, coId);
    const quoteId = choice === 'foreign' ? 'Q-0' : findQuote(heard, provider, choice, now)?.quoteId;
    if (requestId === '' || quoteId === undefined) return undefined;
    const transactionId = heard.at(-1)?.transactionId ?? '';
    const terms = { instrument: EURUSD, side, units, type: 'PQ', timeInForce: 'FOK' } as const;
    const command: Command = {
      ...{ kind: 'place', coId, intentId, ...terms, priceTicks: 1, expirySeconds: 0, attempt: 1 },
      quote: { requestId, quoteId, transactionId, asked },
    };
    return command as Approved<Command>;
  };
}

/** As a bot does: only of what the venue has taken. */
function toWithdraw(coId: string, intentId: number): MakeCommand {
  return (told, now) => {
    const requestId = findRequestId(told, coId);
    if (requestId === '') return undefined;
    const ids = { kind: 'withdraw', coId, requestId, intentId, instrument: EURUSD } as const;
    const command: Command = { ...ids, endsAt: now + 20 * SECOND };
    return command as Approved<Command>;
  };
}

function findRequestId(told: readonly BotEvent[], coId: string): string {
  const answer = told.find((event) => event.type === 'send-result' && event.coId === coId);
  return answer?.type === 'send-result' ? answer.orderId : '';
}

function listHeard(told: readonly BotEvent[], coId: string): readonly QuoteReportEvent[] {
  return told.flatMap((event) => {
    return event.type === 'quotes' && event.clOrderId === coId ? [event] : [];
  });
}

/** Of the quotes that were there at a whole second before, when a gateway that polls saw them. */
function findQuote(
  heard: readonly QuoteReportEvent[],
  provider: string,
  choice: Choice,
  now: Instant,
): FirmQuote | undefined {
  const seen = heard
    .flatMap(({ quotes }) => quotes)
    .filter((quote) => quote.provider === provider)
    .filter(({ activeAt, validUntil }) => {
      const secondsAgo = Math.floor((now - activeAt) / SECOND);
      return secondsAgo >= 1 && now - secondsAgo * SECOND < validUntil;
    });
  return choice === 'newest' ? seen.at(-1) : seen[0];
}

/** What became of every request: how its calls were answered, its last word, and its trades. */
export function collectRequests(events: readonly BotEvent[]) {
  const found: Record<string, { answers: string[]; word: string; trades: string[] }> = {};
  const find = (coId: string) => (found[coId] ??= { answers: [], word: '', trades: [] });
  for (const event of events) {
    if (event.type === 'send-result') {
      const { kind, status, code } = event;
      find(event.coId).answers.push(`${kind} ${String(status)} ${code}`);
    }
    if (event.type === 'quotes') {
      const request = find(event.clOrderId);
      request.word = `${event.event} ${event.reason}`;
      request.trades = event.trades.map(
        ({ side, units, rate, executedAt }) =>
          `${side} ${String(units)} at ${String(rate)}, ${String(executedAt)}`,
      );
    }
  }
  return found;
}

/** Every quote that was told, by its id. */
export function collectQuotes(events: readonly BotEvent[]): ReadonlyMap<string, FirmQuote> {
  const messages = events.flatMap((event) => (event.type === 'quotes' ? event.quotes : []));
  return new Map(messages.map((quote) => [quote.quoteId, quote]));
}
