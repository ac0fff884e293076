// Books, amends, rolls and cancels trades of minimum size for the back office checks.
import { DAY, formatDate, parseInstant, unwrap } from '../domain/index.js';
import { fromScaled } from '../domain/numbers/index.js';
import type { Context, Reply, WriteTools } from './context.js';
import { isFields } from './names.js';
import { findInstrument } from './order-tools.js';

type Fields = Readonly<Record<string, unknown>>;

/** Result of a call at the venue: accepted, rejected with 400, or unknown. */
export type DeskVerdict = 'taken' | 'refused' | 'unknown';

export interface DeskReply extends Pick<Reply, 'text' | 'evidence'> {
  readonly verdict: DeskVerdict;
  /** The trade in force after the call; empty unless the response names it. */
  readonly tradeId: string;
}

const WEEK = 7 * DAY;

/** Bookings are copies of this run's fill; all trades in force are cancelled at the end. */
export class BackOfficeTools {
  readonly #context: Context;
  readonly #tools: WriteTools;
  readonly #booking: Fields;
  readonly #standing = new Set<string>();
  #count = 0;

  private constructor(context: Context, tools: WriteTools, booking: Fields) {
    this.#context = context;
    this.#tools = tools;
    this.#booking = booking;
  }

  /** Undefined if the fill lacks the parties, dates or rate. */
  static create(context: Context, tools: WriteTools, fill: Fields): BackOfficeTools | undefined {
    const { tradeFields } = context.profile;
    const names = ['customerOrg', 'customerAccount', 'counterparty', 'counterpartyAccount'];
    const texts = [...names, 'tradeDate', 'valueDate'].map((name) => [name, fill[name]] as const);
    const rate = fill[tradeFields.price];
    if (texts.some(([, value]) => typeof value !== 'string')) return undefined;
    if (typeof rate !== 'number') return undefined;
    const { symbol, base, baseDecimals, minSize } = findInstrument(context);
    const dates = { tradeDate: toDate(fill['tradeDate']), valueDate: toDate(fill['valueDate']) };
    return new BackOfficeTools(context, tools, {
      ...Object.fromEntries(texts),
      ...dates,
      type: 'Spot',
      channel: '1',
      symbol,
      dealtIns: base,
      side: 'BUY',
      stp: false,
      dealtAmount: fromScaled(minSize, baseDecimals),
      rate,
      spotRate: rate,
    });
  }

  get amount(): number {
    return Number(this.#booking['dealtAmount']);
  }

  get rate(): number {
    return Number(this.#booking['rate']);
  }

  /** The spot date plus this many weeks. */
  findDate(weeks: number): string {
    const at = unwrap(parseInstant(`${String(this.#booking['valueDate'])}T00:00:00Z`));
    return formatDate(at + weeks * WEEK);
  }

  /** Trades of this run that are in force. */
  get standing(): readonly string[] {
    return [...this.#standing];
  }

  async book(more: Fields): Promise<DeskReply> {
    this.#count += 1;
    const clientRequestId = `${this.#tools.idPrefix}-book-${String(this.#count)}`;
    return this.#send('bookTrade', { ...this.#booking, clientRequestId, ...more });
  }

  async amend(id: string, changes: Fields): Promise<DeskReply> {
    return this.#replace(id, await this.#send('amendTrade', { id, ...changes }));
  }

  async roll(id: string): Promise<DeskReply> {
    const roll = { id, forwardPoints: 0, valueDate: this.findDate(2) };
    return this.#replace(id, await this.#send('rollTrade', roll));
  }

  async cancel(tradeId: string): Promise<DeskReply> {
    const reply = await this.#send('cancelTrades', { tradeId });
    if (reply.verdict === 'taken') this.#standing.delete(tradeId);
    return reply;
  }

  /** The venue's record of a trade. */
  async read(id: string): Promise<Reply & { readonly fields: Fields }> {
    const reply = await this.#context.ask('tradeDetails', { params: { id } });
    return { ...reply, fields: isFields(reply.body) ? reply.body : {} };
  }

  #replace(id: string, reply: DeskReply): DeskReply {
    if (reply.verdict === 'taken') this.#standing.delete(id);
    return reply;
  }

  async #send(id: 'bookTrade' | 'amendTrade' | 'rollTrade' | 'cancelTrades', input: Fields) {
    const reply = await this.#context.write(this.#tools.send, id, input);
    if (typeof reply === 'string') {
      return { verdict: 'unknown', tradeId: '', text: '', evidence: reply } as const;
    }
    const { status, text, evidence, body } = reply;
    const isTaken = status >= 200 && status <= 299;
    const made = isTaken && isFields(body) ? body['tradeId'] : undefined;
    const tradeId = typeof made === 'string' ? made : '';
    if (tradeId !== '') this.#standing.add(tradeId);
    const verdict = isTaken ? 'taken' : status === 400 ? 'refused' : 'unknown';
    return { verdict, tradeId, text, evidence } as const;
  }
}

/** Adds hyphens to a date, which a venue may write without them. */
function toDate(value: unknown): string {
  return String(value).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}
