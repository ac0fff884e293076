// Encodes the simulator's responses on custody and balances (wire facts 8).
import { formatShortest } from '../../domain/numbers/index.js';
import { toEpochMs } from '../wire-text.js';

/** An asset; its amounts are integers of 10^-decimals. */
export interface WireAsset {
  readonly currency: string;
  readonly decimals: number;
}

export interface WireBalance {
  readonly org: string;
  readonly asset: WireAsset;
  readonly total: bigint;
  readonly locked: bigint;
}

export interface WireTransfer {
  readonly id: string;
  readonly asset: WireAsset;
  readonly network: string;
  readonly amount: bigint;
  readonly address: string;
  readonly txId: string;
  readonly status: string;
}

export interface WireDeposit extends WireTransfer {
  readonly insertedAt: number;
  readonly confirmations: number;
}

export interface WireWithdrawal extends WireTransfer {
  readonly clientId: string;
  readonly fee: bigint;
  readonly tag: string;
  readonly appliedAt: number;
  readonly completedAt: number | undefined;
}

export interface WireAssetTerms extends WireAsset {
  readonly depositAllowed: boolean;
  readonly withdrawAllowed: boolean;
  readonly minWithdraw: bigint;
  readonly withdrawFee: bigint;
}

/** Asset details (wire facts 9). */
export function encodeAsset(asset: WireAssetTerms): string {
  const { currency, decimals, depositAllowed, withdrawAllowed } = asset;
  return (
    `{"currency":${JSON.stringify(currency)},"depositAllowed":${String(depositAllowed)}` +
    `,"withdrawAllowed":${String(withdrawAllowed)}` +
    `,"minWithdrawAmount":${formatShortest(asset.minWithdraw, decimals)}` +
    `,"withdrawFee":${formatShortest(asset.withdrawFee, decimals)}}`
  );
}

export function encodeBalance(balance: WireBalance, withOrg: boolean): string {
  const { asset, total, locked, org } = balance;
  const format = (units: bigint) => formatShortest(units, asset.decimals);
  const owner = withOrg ? `"org":${JSON.stringify(org)},` : '';
  return (
    `{${owner}"currency":${JSON.stringify(asset.currency)},"total":${format(total)},` +
    `"available":${format(total - locked)},"locked":${format(locked)}}`
  );
}

export function encodeDeposit(deposit: WireDeposit): string {
  const { txId, status, insertedAt, confirmations } = deposit;
  return (
    `{${encodeHead(deposit)},"txId":${JSON.stringify(txId)},"status":"${status}"` +
    `,"insertTime":${String(toEpochMs(insertedAt))},"confirmations":${String(confirmations)}}`
  );
}

export function encodeWithdrawal(withdrawal: WireWithdrawal): string {
  const { asset, fee, clientId, tag, txId, status, appliedAt, completedAt } = withdrawal;
  let text = `{${encodeHead(withdrawal)},"fee":${formatShortest(fee, asset.decimals)}`;
  if (clientId !== '') text += `,"clientWithdrawId":${JSON.stringify(clientId)}`;
  if (tag !== '') text += `,"tag":${JSON.stringify(tag)}`;
  if (txId !== '') text += `,"txId":${JSON.stringify(txId)}`;
  text += `,"status":"${status}","applyTime":${String(toEpochMs(appliedAt))}`;
  return completedAt === undefined
    ? `${text}}`
    : `${text},"completeTime":${String(toEpochMs(completedAt))}}`;
}

function encodeHead({ id, asset, network, amount, address }: WireTransfer): string {
  return (
    `"id":${JSON.stringify(id)},"currency":${JSON.stringify(asset.currency)}` +
    `,"network":${JSON.stringify(network)},"amount":${formatShortest(amount, asset.decimals)}` +
    `,"address":${JSON.stringify(address)}`
  );
}
