// Routes of custody and balances.
import { defineRoutes, DESK as ROUNDED_DESK, READ as ROUNDED_READ } from './route.js';
import {
  addressQuerySchema,
  addressSchema,
  balanceListSchema,
  balanceQuerySchema,
  brokerBalanceListSchema,
  brokerBalanceQuerySchema,
  brokerUpdateSchema,
  depositListSchema,
  depositQuerySchema,
  withdrawalQuerySchema,
  withdrawAnswerSchema,
  withdrawalListSchema,
  withdrawSchema,
} from '../schemas/custody.js';

const READ = { ...ROUNDED_READ, exact: true } as const;
const DESK = { ...ROUNDED_DESK, exact: true } as const;
const source = 'spec Custody and accounts; wire facts 8';

export const CUSTODY_ROUTES = defineRoutes('custody', {
  depositAddress: {
    ...READ,
    path: '/custody/v2/deposit/address',
    summary: 'Address on a blockchain for deposits of an asset.',
    source,
    query: addressQuerySchema,
    response: addressSchema,
  },
  depositHistory: {
    ...READ,
    path: '/custody/v2/deposit/history',
    summary: 'Deposits of the organization, newest first.',
    source,
    query: depositQuerySchema,
    response: depositListSchema,
  },
  withdraw: {
    ...DESK,
    path: '/custody/v2/withdraw/apply',
    summary: 'Requests a withdrawal of an asset; the history shows its status.',
    source,
    kind: 'custody',
    body: withdrawSchema,
    response: withdrawAnswerSchema,
  },
  withdrawHistory: {
    ...READ,
    path: '/custody/v2/withdraw/history',
    summary: 'Withdrawals of the user, newest first.',
    source,
    query: withdrawalQuerySchema,
    response: withdrawalListSchema,
  },
  balances: {
    ...READ,
    path: '/custody/v2/account/balances',
    summary: 'Balances of the organization in one asset or in all.',
    source,
    query: balanceQuerySchema,
    response: balanceListSchema,
  },
  brokerBalances: {
    ...READ,
    path: '/custody/v2/broker/account/balances',
    summary: "Balances of a broker's organizations. Broker users.",
    source,
    query: brokerBalanceQuerySchema,
    response: brokerBalanceListSchema,
  },
  updateBrokerBalances: {
    ...DESK,
    method: 'PUT',
    path: '/custody/v2/broker/account/balances',
    summary: "Sets balances of a broker's organizations. Broker users.",
    source,
    kind: 'custody',
    body: brokerUpdateSchema,
    response: brokerBalanceListSchema,
  },
});
