// Withdrawals of the simulated custody: checked, locked, reviewed, then completed or rejected.
import { fail, type Instant, MILLISECOND, ok, type Result } from '../../domain/index.js';
import { parseAmount } from '../../domain/numbers/index.js';
import type { Scheduler } from '../../determinism/index.js';
import { drawTxId } from './addresses.js';
import type { CustodyBalances } from './balances.js';
import { type HistoryQuery, Records, type Withdrawal } from './records.js';
import { type CustodyAsset, type CustodySettings, findNetwork } from './settings.js';

const FIRST_NUMBER = 700_001;

/** A withdrawal request; the amount is unparsed. */
export interface WithdrawRequest {
  readonly currency: string;
  readonly amount: number | string;
  readonly address: string;
  readonly network?: string | undefined;
  readonly tag?: string | undefined;
  readonly clientWithdrawId?: string | undefined;
}

/** The user who requests a withdrawal. */
export interface Applicant {
  readonly org: string;
  /** Full name `user@Org`. */
  readonly user: string;
}

export class Withdrawals {
  readonly #settings: CustodySettings;
  readonly #ledger: CustodyBalances;
  readonly #scheduler: Scheduler;
  readonly #seed: number;
  readonly #records: Records<Withdrawal>;
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

  /** Withdrawals that one user requested. */
  list(user: string, query: HistoryQuery): readonly Withdrawal[] {
    const isOwn = (one: Withdrawal) => one.user === user;
    return this.#records.search(query, isOwn, (one) => one.appliedAt / MILLISECOND);
  }

  /** Accepts a withdrawal for review and locks its amount and fee. Fault code `custody.refused`. */
  apply(
    at: Instant,
    { org, user }: Applicant,
    asset: CustodyAsset,
    request: WithdrawRequest,
  ): Result<Withdrawal> {
    if (!asset.withdrawAllowed) return refuse(`withdrawals of ${asset.currency} are disabled`);
    const network = findNetwork(asset, request.network);
    if (network === undefined) return refuse(`network: expected ${asset.networks.join(' or ')}`);
    const amount = this.#checkAmount(org, asset, request.amount);
    if (!amount.ok) return amount;
    const { address, tag = '', clientWithdrawId: clientId = '' } = request;
    if (clientId !== '' && this.#isKnown(user, clientId)) {
      return refuse('clientWithdrawId: a withdrawal with this id exists');
    }
    this.#ledger.lock(org, asset, amount.value + asset.withdrawFee);
    this.#scheduler.moveTo(at);
    const applied = this.#show({
      id: `WD-${String(this.#number++)}`,
      clientId,
      org,
      user,
      asset,
      network,
      amount: amount.value,
      fee: asset.withdrawFee,
      address,
      tag,
      txId: '',
      status: 'APPLIED',
      appliedAt: at,
      completedAt: undefined,
    });
    this.#after(this.#settings.pace.review, () => {
      this.#review(applied);
    });
    return ok(applied);
  }

  #checkAmount(org: string, asset: CustodyAsset, value: number | string): Result<bigint> {
    const amount = parseAmount(value, asset.decimals);
    if (amount === undefined) {
      return refuse(`amount: expected at most ${String(asset.decimals)} decimals`);
    }
    if (amount <= 0n || amount < asset.minWithdraw) return refuse('amount: below the minimum');
    const { total, locked } = this.#ledger.find(org, asset);
    const isCovered = amount + asset.withdrawFee <= total - locked;
    return isCovered ? ok(amount) : refuse('amount: with its fee above the available balance');
  }

  #isKnown(user: string, clientId: string): boolean {
    return this.list(user, { limit: Infinity }).some((one) => one.clientId === clientId);
  }

  #review(applied: Withdrawal): void {
    const pending = this.#show({ ...applied, status: 'PENDING_APPROVAL' });
    const isRefused = this.#settings.refusedAddresses.includes(applied.address);
    this.#after(this.#settings.pace.process, () => {
      if (isRefused) this.#end({ ...pending, status: 'REJECTED' });
      else this.#send(pending);
    });
  }

  #send(pending: Withdrawal): void {
    const processing = this.#show({ ...pending, status: 'PROCESSING' });
    this.#after(this.#settings.pace.complete, () => {
      const { org, asset, amount, fee } = processing;
      this.#ledger.add(org, asset.currency, -(amount + fee));
      const txId = drawTxId(this.#seed, processing.id);
      const completedAt = this.#scheduler.now;
      this.#end({ ...processing, txId, completedAt, status: 'COMPLETED' });
    });
  }

  /** Unlocks the amount and fee when the withdrawal is completed or rejected. */
  #end(withdrawal: Withdrawal): void {
    const { org, asset, amount, fee } = withdrawal;
    this.#ledger.lock(org, asset, -(amount + fee));
    this.#show(withdrawal);
  }

  #after(pause: number, action: () => void): void {
    this.#scheduler.at(this.#scheduler.now + pause, action);
  }

  #show(withdrawal: Withdrawal): Withdrawal {
    this.#records.put(withdrawal);
    return withdrawal;
  }
}

function refuse(words: string) {
  return fail('custody.refused', words);
}
