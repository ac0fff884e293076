// Handlers of custody and balances (wire facts 8).
import { parseAmount } from '../../domain/numbers/index.js';
import { encodeBalance, encodeDeposit, encodeWithdrawal } from '../../protocol/codecs/index.js';
import type { Balance, CustodyAsset, VenueUser } from '../../venue/index.js';
import { type SimulatorResponse, answer, refuse } from '../response.js';
import { type AreaHandlers, type Call, findAccount, type HandlerContext } from '../handler.js';

function depositAddress(
  { services }: HandlerContext,
  call: Call<'depositAddress'>,
): SimulatorResponse {
  const { currency, network } = call.query;
  const asset = services.custody.balances.findAsset(currency);
  if (asset === undefined) return refuseAsset(currency);
  if (!asset.depositAllowed) return refuse(400, `deposits of ${currency} are disabled.`);
  const found = services.custody.address(findAccount(call).user.org, asset, network);
  if (found === undefined) {
    return refuse(404, `network: expected ${asset.networks.join(' or ')}.`);
  }
  return answer(200, JSON.stringify({ currency, ...found }));
}

function depositHistory(
  { services }: HandlerContext,
  call: Call<'depositHistory'>,
): SimulatorResponse {
  const deposits = services.custody.deposits.list(findAccount(call).user.org, call.query);
  return answerRows(deposits.map(encodeDeposit));
}

function withdraw(
  { services, profile }: HandlerContext,
  call: Call<'withdraw'>,
): SimulatorResponse {
  const { user, fullName } = findAccount(call);
  const { currency, clientWithdrawId } = call.body;
  const asset = services.custody.balances.findAsset(currency);
  if (asset === undefined) return refuseAsset(currency);
  const applicant = { org: user.org, user: fullName };
  const applied = services.custody.withdrawals.apply(call.at, applicant, asset, call.body);
  if (!applied.ok) return refuse(400, `${applied.fault.message}.`, 'WithdrawRefused', profile);
  return answer(200, JSON.stringify({ id: applied.value.id, clientWithdrawId }));
}

function withdrawHistory(
  { services }: HandlerContext,
  call: Call<'withdrawHistory'>,
): SimulatorResponse {
  const withdrawals = services.custody.withdrawals.list(findAccount(call).fullName, call.query);
  return answerRows(withdrawals.map(encodeWithdrawal));
}

function balances({ services }: HandlerContext, call: Call<'balances'>): SimulatorResponse {
  const { currency } = call.query;
  const { balances } = services.custody;
  const { org } = findAccount(call).user;
  if (currency === undefined) return answerBalances(balances.list(org), false);
  const asset = balances.findAsset(currency);
  return asset === undefined
    ? refuseAsset(currency)
    : answerBalances([balances.find(org, asset)], false);
}

function brokerBalances(host: HandlerContext, call: Call<'brokerBalances'>): SimulatorResponse {
  const { user } = findAccount(call);
  const { currency, org } = call.query;
  const orgs = listOrgs(host, user);
  if (orgs === undefined) return refuseRole();
  if (org !== undefined && !orgs.includes(org)) return refuseOrg(org);
  const { balances } = host.services.custody;
  const asset = currency === undefined ? undefined : balances.findAsset(currency);
  if (currency !== undefined && asset === undefined) return refuseAsset(currency);
  const rows = (org === undefined ? orgs : [org]).flatMap((one) =>
    asset === undefined ? balances.list(one) : [balances.find(one, asset)],
  );
  return answerBalances(rows, true);
}

/** Validates all rows before it books the first. */
function updateBrokerBalances(
  host: HandlerContext,
  call: Call<'updateBrokerBalances'>,
): SimulatorResponse {
  const { user } = findAccount(call);
  const orgs = listOrgs(host, user);
  if (orgs === undefined) return refuseRole();
  const { balances } = host.services.custody;
  const updates: { org: string; asset: CustodyAsset; total: bigint }[] = [];
  for (const [index, { currency, amount, org = user.org }] of call.body.entries()) {
    if (!orgs.includes(org)) return refuseOrg(org);
    const asset = balances.findAsset(currency);
    if (asset === undefined) return refuseAsset(currency);
    const total = parseAmount(amount, asset.decimals);
    if (total === undefined || total < balances.find(org, asset).locked) {
      const decimals = String(asset.decimals);
      const message = `at most ${decimals} decimals, not below the locked amount`;
      return refuse(400, `body[${String(index)}].amount: expected ${message}.`);
    }
    updates.push({ org, asset, total });
  }
  for (const { org, asset, total } of updates) balances.set(org, asset, total);
  const touched = updates.map(({ org, asset }) => balances.find(org, asset));
  return answerBalances(touched, true);
}

/** Organizations of a broker; undefined for other users. */
function listOrgs({ venue }: HandlerContext, user: VenueUser): readonly string[] | undefined {
  if (user.role !== 'broker') return undefined;
  const { onBehalfOf = [] } = venue.directory.findOrg(user.org) ?? {};
  return [...new Set([user.org, ...onBehalfOf])];
}

function answerBalances(rows: readonly Balance[], withOrg: boolean): SimulatorResponse {
  return answerRows(rows.map((row) => encodeBalance(row, withOrg)));
}

function answerRows(rows: readonly string[]): SimulatorResponse {
  return answer(200, `[${rows.join(',')}]`);
}

function refuseAsset(currency: string): SimulatorResponse {
  return refuse(404, `currency ${currency} is no asset of this venue.`);
}

function refuseOrg(org: string): SimulatorResponse {
  return refuse(404, `org ${org.slice(0, 100)} is no organization of the broker.`);
}

function refuseRole(): SimulatorResponse {
  return refuse(401, 'Only broker users may do this.');
}

export const CUSTODY_HANDLERS: AreaHandlers<'custody'> = {
  depositAddress,
  depositHistory,
  withdraw,
  withdrawHistory,
  balances,
  brokerBalances,
  updateBrokerBalances,
};
