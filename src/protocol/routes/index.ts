// The route table: one route per endpoint, used by client, simulator and contract tests.
import { AUTH_ROUTES } from './auth.js';
import { CUSTODY_ROUTES } from './custody.js';
import { MARKET_ROUTES } from './market.js';
import { ORDER_ROUTES } from './orders.js';
import { POSITION_ROUTES } from './positions.js';
import { REFERENCE_ROUTES } from './reference.js';
import { RFS_ROUTES } from './rfs.js';
import { STP_ROUTES } from './stp.js';
import { TRADE_ROUTES } from './trades.js';

export const ROUTES = {
  ...AUTH_ROUTES,
  ...MARKET_ROUTES,
  ...ORDER_ROUTES,
  ...TRADE_ROUTES,
  ...POSITION_ROUTES,
  ...STP_ROUTES,
  ...CUSTODY_ROUTES,
  ...RFS_ROUTES,
  ...REFERENCE_ROUTES,
} as const;

export type RouteId = keyof typeof ROUTES;
export const ROUTE_IDS = Object.keys(ROUTES) as readonly RouteId[];
