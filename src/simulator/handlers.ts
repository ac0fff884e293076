// The handler of every route; the compiler demands one for each row of the route table.
import type { Handlers } from './host.js';
import { login, renewToken } from './login-handlers.js';
import { spotRate, symbolReference } from './market-handlers.js';
import {
  cancelAllOrders,
  cancelOrder,
  orderFills,
  placeOrder,
  queryOrder,
  queryOrders,
} from './order-handlers.js';

export const HANDLERS: Handlers = {
  login,
  renewToken,
  spotRate,
  placeOrder,
  queryOrders,
  queryOrder,
  cancelOrder,
  cancelAllOrders,
  orderFills,
  symbolReference,
};
