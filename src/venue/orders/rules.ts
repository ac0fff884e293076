// Rules for order fields that the published interface leaves open.
import type { TimeInForce } from '../../domain/orders/index.js';

/** Order types whose required fields the interface leaves open. */
export type OpenOrderType = 'Stop' | 'StopLimit' | 'Pegged';

export interface OrderRules {
  /** Required fields of each type, among those that the interface leaves open. */
  readonly orderNeeds: Readonly<Record<OpenOrderType, readonly string[]>>;
  /** Times in force of Stop orders. */
  readonly stopTimes: readonly TimeInForce[];
}

export const DEFAULT_ORDER_RULES: OrderRules = {
  orderNeeds: {
    Stop: ['execFlags'],
    StopLimit: ['execFlags', 'timeInForce'],
    Pegged: ['pegPriceType', 'timeInForce'],
  },
  stopTimes: ['IOC', 'FOK', 'GTC', 'GTT', 'DAY'],
};

/** Whether the rules require a field of an order type. */
export function needsField(rules: OrderRules, type: string, field: string): boolean {
  const needs: Readonly<Record<string, readonly string[]>> = rules.orderNeeds;
  return Object.hasOwn(needs, type) && needs[type]?.includes(field) === true;
}
