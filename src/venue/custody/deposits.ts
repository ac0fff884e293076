// Deposits that arrive as planned in the configuration: pending, confirmed, credited.
import { type Instant, MILLISECOND } from '../../domain/index.js';
import type { Scheduler } from '../../determinism/index.js';
import { drawAddress, drawTxId } from './addresses.js';
import type { CustodyBalances } from './balances.js';
import { type Deposit, type HistoryQuery, Records } from './records.js';
import { type CustodySettings, type DepositPlan, findNetwork } from './settings.js';

const FIRST_NUMBER = 600_001;
/** Number of confirmations that a confirmed deposit shows. */
const CONFIRMATIONS = 6;

export class Deposits {
  readonly #settings: CustodySettings;
  readonly #ledger: CustodyBalances;
  readonly #scheduler: Scheduler;
  readonly #seed: number;
  readonly #records: Records<Deposit>;
  #number = FIRST_NUMBER;

  constructor(
    settings: CustodySettings,
    ledger: CustodyBalances,
    scheduler: Scheduler,
    seed: number,
  ) {
    this.#settings = settings;
    this.#ledger = ledger;
    this.#scheduler = scheduler;
    this.#seed = seed;
    this.#records = new Records(settings.maxRecords);
  }

  /** Schedules the planned deposits. */
  open(at: Instant): void {
    for (const plan of this.#settings.deposits) this.#await(plan, at + plan.after);
  }

  list(org: string, query: HistoryQuery): readonly Deposit[] {
    const isOwn = (one: Deposit) => one.org === org;
    return this.#records.search(query, isOwn, (one) => one.insertedAt / MILLISECOND);
  }

  #await(plan: DepositPlan, dueAt: Instant): void {
    this.#scheduler.at(dueAt, () => {
      this.#arrive(plan, dueAt);
      if (plan.every !== undefined) this.#await(plan, dueAt + plan.every);
    });
  }

  #arrive({ org, currency, amount, network }: DepositPlan, at: Instant): void {
    const asset = this.#ledger.findAsset(currency);
    const chain = asset === undefined ? undefined : findNetwork(asset, network);
    if (asset === undefined || chain === undefined || !asset.depositAllowed) return;
    const id = `DP-${String(this.#number++)}`;
    const deposit = this.#show({
      id,
      org,
      asset,
      network: chain,
      amount,
      address: drawAddress(this.#seed, org, asset, chain),
      txId: drawTxId(this.#seed, id),
      status: 'PENDING',
      insertedAt: at,
      confirmations: 0,
    });
    this.#scheduler.at(at + this.#settings.pace.confirm, () => {
      this.#confirm(deposit);
    });
  }

  #confirm(deposit: Deposit): void {
    const confirmed = this.#show({
      ...deposit,
      status: 'CONFIRMED',
      confirmations: CONFIRMATIONS,
    });
    this.#scheduler.at(this.#scheduler.now + this.#settings.pace.credit, () => {
      this.#ledger.add(deposit.org, deposit.asset.currency, deposit.amount);
      this.#show({ ...confirmed, status: 'CREDITED' });
    });
  }

  #show(deposit: Deposit): Deposit {
    this.#records.put(deposit);
    return deposit;
  }
}
