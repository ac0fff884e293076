// What the venue's interface leaves open about the fields of orders.
import type { TimeInForce } from '../../domain/index.js';

/** Types whose required fields are open. */
export type NeedyType = 'Stop' | 'StopLimit' | 'Pegged';

export interface OrderRules {
  /** Names of fields that a type needs, of those that it may need or not. */
  readonly orderNeeds: Readonly<Record<NeedyType, readonly string[]>>;
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

/** Whether an order of a type needs a field that not every venue asks for. */
export function needsField(rules: OrderRules, type: string, field: string): boolean {
  const needs: Readonly<Record<string, readonly string[]>> = rules.orderNeeds;
  return Object.hasOwn(needs, type) && needs[type]?.includes(field) === true;
}
