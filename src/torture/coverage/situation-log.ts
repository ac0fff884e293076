// Records by name which situations the orders, the bot and the journal of a world went through.
import type { OrderState, OrderView } from '../../domain/events/index.js';
import type { JournalRecord } from '../../journal/index.js';
import type { WireCall } from '../platform/wire-types.js';
import type { Bot } from '../simulation/bot.js';

/** Fields of a record's data from which situations are named. */
interface Data {
  readonly kind?: string;
  readonly coId?: string;
  readonly status?: number | string;
  readonly transport?: string;
  readonly code?: string;
  readonly rule?: string;
  readonly scope?: string;
  readonly subject?: string;
  readonly outcome?: string;
  readonly step?: string;
  readonly state?: string;
  readonly text?: string;
  readonly overridden?: string;
  readonly reason?: string;
  readonly tradeId?: string;
  readonly remarks?: readonly string[];
}

/** Fields of an order view that are kept, since the view itself changes. */
type Order = Pick<OrderView, 'instrument' | 'state'>;

const AT_WORK: ReadonlySet<OrderState> = new Set(['WORKING', 'PARTIAL']);
const IN_DOUBT: ReadonlySet<OrderState> = new Set(['UNKNOWN', 'QUARANTINED']);
const OWN_QUERY = /^\/v2\/orders\?coId=weir-\d/;
const RULE = /^RC\d\d/;
/** The bot's message for an order that it refuses, also one that waited for a connection. */
const NOT_SENT = /^not sent: \S+: (RC\d\d)/;

export class SituationLog {
  readonly #reached = new Set<string>();
  /** Latest state of each order of the present run. */
  readonly #states = new Map<string, OrderState>();
  /** The orders at work or in doubt. */
  readonly #open = new Map<string, Order>();

  get reached(): ReadonlySet<string> {
    return this.#reached;
  }

  /** A new run begins: it reads its orders from the journal. */
  beginLife(number: number): void {
    this.#states.clear();
    this.#open.clear();
    this.#add(number === 1 ? 'a first start' : 'a start after another life');
    if (number === 3) this.#add('a third life');
  }

  order(view: OrderView): void {
    const { coId, instrument, state } = view;
    const before = this.#states.get(coId);
    this.#states.set(coId, state);
    if (before !== state) this.#add(`order ${before ?? 'new'} -> ${state}`);
    this.#open.delete(coId);
    const others = [...this.#open.values()];
    const isAtWork = AT_WORK.has(state);
    const isInDoubt = IN_DOUBT.has(state);
    if (isAtWork || isInDoubt) this.#open.set(coId, { instrument, state });
    const isBeside = (one: Order) => one.instrument === instrument && AT_WORK.has(one.state);
    if (isAtWork && others.some(isBeside)) this.#add('two orders at work on one symbol');
    const doubts = others.filter((one) => IN_DOUBT.has(one.state)).length + Number(isInDoubt);
    if (doubts === 2) this.#add('two orders in doubt at once');
    if (doubts === 3) this.#add('three orders in doubt at once');
    if (view.filledUnits > 0 && view.filledUnits < view.units)
      this.#add(`part filled and ${state}`);
  }

  /** A response reaches the bot. */
  answer({ request: { method, target }, status }: WireCall): void {
    if (status !== 404 || method !== 'GET' || !OWN_QUERY.test(target)) return;
    this.#add('a query that does not see its order');
  }

  /** The process dies or freezes now. */
  end(how: string, { opened, session }: Bot): void {
    if (opened === undefined || session === undefined) {
      this.#add(`${how} while it opens`);
      return;
    }
    const { mode, snapshot } = session.inspect();
    this.#add(`${how} while ${mode}`);
    for (const { state, cancelState } of snapshot.orders) {
      this.#add(`${how} with an order ${state}`);
      if (cancelState !== 'NONE') this.#add(`${how} with a cancel under way`);
    }
    for (const { state } of snapshot.parents) this.#add(`${how} with a parent ${state}`);
  }

  /** Reads the journal over all runs once the world is quiescent. */
  journal(records: readonly JournalRecord[]): void {
    const story = new JournalReader((name) => {
      this.#add(name);
    });
    for (const { type, data } of records) story.take(type, data as Data);
  }

  /** Records how the runs of the bot ended. */
  ended(bots: readonly Bot[]): void {
    for (const { end, told } of bots) {
      for (const words of told) {
        const [, rule] = NOT_SENT.exec(words) ?? [];
        if (rule !== undefined) this.#add(`an order not sent by ${rule}`);
      }
      if (end?.kind === 'not-opened') this.#add('a start that fails');
      if (end?.kind !== 'ended') continue;
      const { reason, isProven, isVerified, journalFault } = end.end;
      this.#add(`a life that ends ${reason}`);
      this.#add(isProven ? 'an end that is proven' : 'an end that is not proven');
      if (isProven && !isVerified) this.#add('an end that is proven by silence');
      if (journalFault !== undefined) this.#add('a journal that fails');
    }
  }

  #add(name: string): void {
    this.#reached.add(name);
  }
}

/** Follows the orders of a journal record by record. */
class JournalReader {
  readonly #tell: (name: string) => void;
  readonly #placed = new Set<string>();
  readonly #answered = new Set<string>();
  readonly #cancelled = new Set<string>();
  readonly #acknowledged = new Set<string>();
  readonly #seen = new Set<string>();
  #isHalted = false;
  #isRecovered = false;
  #former = '';

  constructor(notify: (name: string) => void) {
    this.#tell = notify;
  }

  take(type: string, data: Data): void {
    this.#read(type, data);
    this.#former = type;
  }

  #read(type: string, data: Data): void {
    const { coId = '', rule = '', subject = '', outcome = '', state = '', step = '' } = data;
    switch (type) {
      case 'epoch':
        this.#begin(data);
        return;
      case 'command':
        this.#command(data, coId);
        return;
      case 'send-result':
        this.#answer(data, coId);
        return;
      case 'order':
        this.#word(data, coId);
        return;
      case 'trade':
        this.#trade(coId);
        return;
      case 'fill':
        if (data.tradeId?.startsWith('provisional-') === true) this.#tell('a provisional fill');
        return;
      case 'refused':
        // The egress check refused the order: the `egress` record before this one already counts.
        if (this.#former !== 'egress') this.#tell(`refused by ${rule}`);
        return;
      case 'alert':
        this.#alert(data, rule);
        return;
      case 'halt':
        this.#halt(data, rule);
        return;
      case 'poll':
        this.#tell(`${subject} read ${outcome}`);
        if (data.transport !== undefined) this.#tell(`a read broken by ${data.transport}`);
        else if (outcome === 'failed') this.#tell(`a read answered ${String(data.status)}`);
        return;
      case 'parent':
        this.#tell(`parent ${state}`);
        return;
      case 'recovery':
        this.#isRecovered = true;
        this.#tell(`recovery: ${step}`);
        return;
      case 'ask':
        this.#tell(`ask ${data.kind ?? ''}`);
        return;
      default:
        this.#other(type, data);
    }
  }

  #other(type: string, { reason = '', text = '' }: Data): void {
    if (type === 'resume') this.#tell('a resume');
    if (type === 'override') this.#tell('an override');
    if (type === 'revoke') this.#tell('an override revoked');
    if (type === 'egress') {
      this.#tell(`turned back at the last gate by ${RULE.exec(reason)?.[0] ?? 'it'}`);
    }
    if (type !== 'note') return;
    if (text.includes('provisional')) this.#tell('a record after its stand-in');
    if (text.includes('is known')) this.#tell('a known parent asked for again');
  }

  #alert({ overridden = '', text = '' }: Data, rule: string): void {
    this.#tell(`alert by ${rule}`);
    if (overridden !== '') this.#tell('an order beyond a limit by an override');
    if (rule !== 'OVERRIDE') return;
    if (text.includes('has expired')) this.#tell('an override whose time is up');
    if (text.includes('ended with the previous run')) this.#tell('an override that a restart ends');
  }

  #begin({ remarks = [] }: Data): void {
    for (const remark of remarks) {
      if (remark.includes('torn tail')) this.#tell('a torn tail cut off');
      if (remark.includes('found none')) this.#tell('a start without the journal of before');
    }
    if (this.#isHalted) this.#tell('a start under a halt');
    if (this.#placed.size > this.#answered.size) this.#tell('a start with an order unanswered');
    this.#isRecovered = false;
  }

  #command({ kind = '' }: Data, coId: string): void {
    if (kind === 'cancel') {
      if (this.#cancelled.has(coId)) this.#tell('a cancel sent again');
      if (!this.#answered.has(coId)) this.#tell('a cancel before the answer to its order');
      if (!this.#isRecovered) this.#tell('a cancel while recovering');
      if (this.#isHalted) this.#tell('a cancel under a halt');
      this.#cancelled.add(coId);
    } else this.#placed.add(coId);
  }

  #answer({ kind = '', status = 0, transport, code = '' }: Data, coId: string): void {
    if (transport === undefined) this.#tell(`${kind} answered ${String(status)}`);
    else this.#tell(`${kind} broken by ${transport}`);
    if (code.endsWith('DuplicateOrder')) this.#tell('DuplicateOrder on a first attempt');
    if (kind === 'cancel') {
      if (status === 202 || status === 200) this.#acknowledged.add(coId);
      return;
    }
    if (this.#seen.has(coId)) this.#tell('an answer after its order was seen');
    if (this.#isHalted) this.#tell('an answer to an order under a halt');
    this.#answered.add(coId);
  }

  #word({ status = '' }: Data, coId: string): void {
    this.#tell(`order said ${String(status)}`);
    if (!this.#answered.has(coId)) this.#tell('an order seen before its answer');
    if (this.#acknowledged.has(coId)) {
      this.#tell(`${String(status)} after an acknowledged cancel`);
    } else if (this.#cancelled.has(coId)) this.#tell(`${String(status)} after a cancel left`);
    this.#seen.add(coId);
  }

  #trade(coId: string): void {
    this.#tell('a trade');
    if (!this.#seen.has(coId)) this.#tell('a trade before its order was seen');
    if (this.#acknowledged.has(coId)) this.#tell('a trade after an acknowledged cancel');
    else if (this.#cancelled.has(coId)) this.#tell('a trade after a cancel left');
    if (this.#isHalted) this.#tell('a trade under a halt');
    if (!this.#isRecovered) this.#tell('a trade while recovering');
  }

  #halt({ scope = '' }: Data, rule: string): void {
    this.#tell(`halt of ${scope} by ${rule}`);
    if (this.#placed.size > this.#answered.size) this.#tell('a halt with an order unanswered');
    if (!this.#isRecovered) this.#tell('a halt while recovering');
    if (scope === 'all') this.#isHalted = true;
  }
}
