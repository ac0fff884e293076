// Handlers of all routes; the type requires one for each route.
import type { Handlers } from '../handler.js';
import { AUTH_HANDLERS } from './auth.js';
import { CUSTODY_HANDLERS } from './custody.js';
import { MARKET_HANDLERS } from './market.js';
import { ORDER_HANDLERS } from './orders.js';
import { POSITION_HANDLERS } from './positions.js';
import { REFERENCE_HANDLERS } from './reference.js';
import { RFS_HANDLERS } from './rfs.js';
import { STP_HANDLERS } from './stp.js';
import { TRADE_HANDLERS } from './trades.js';

export const HANDLERS: Handlers = {
  ...AUTH_HANDLERS,
  ...MARKET_HANDLERS,
  ...ORDER_HANDLERS,
  ...TRADE_HANDLERS,
  ...POSITION_HANDLERS,
  ...STP_HANDLERS,
  ...CUSTODY_HANDLERS,
  ...RFS_HANDLERS,
  ...REFERENCE_HANDLERS,
};
