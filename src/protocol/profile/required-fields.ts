// Required fields of order types, where the interface leaves them open (wire facts 4.2).

/** Fields that a venue may require of a type, beyond those that every venue requires. */
export const OPEN_NEEDS = {
  Stop: ['execFlags', 'timeInForce'],
  StopLimit: ['execFlags', 'timeInForce'],
  Pegged: ['pegPriceType', 'timeInForce', 'price', 'pegOffsetValue'],
} as const;

export type OpenOrderType = keyof typeof OPEN_NEEDS;

/** Fields that a venue requires of each type, beyond those of every order. */
export type OrderNeeds = {
  readonly [T in OpenOrderType]: readonly (typeof OPEN_NEEDS)[T][number][];
};

export const DEFAULT_ORDER_NEEDS: OrderNeeds = {
  Stop: ['execFlags'],
  StopLimit: ['execFlags', 'timeInForce'],
  Pegged: ['pegPriceType', 'timeInForce'],
};

/** Part of a profile with the rules for order fields. */
export interface OrderFieldRules {
  readonly orderNeeds: OrderNeeds;
  readonly stopTimes: readonly string[];
}

/** Description of a missing or invalid field of an open order type; undefined if there is none. */
export function findOrderFault(
  request: Readonly<Record<string, unknown>>,
  { orderNeeds, stopTimes }: OrderFieldRules,
): string | undefined {
  const { type, timeInForce } = request;
  if (!isNeedy(type)) return undefined;
  const isMissing = (name: string) => request[name] === undefined || request[name] === '';
  const missing = orderNeeds[type].find(isMissing);
  if (missing !== undefined) return `${missing}: expected for type ${type}`;
  const isFree = type !== 'Stop' || typeof timeInForce !== 'string' || timeInForce === '';
  if (isFree || stopTimes.includes(timeInForce)) return undefined;
  return `timeInForce: expected ${stopTimes.join(' or ')} for type Stop, found ${timeInForce}`;
}

function isNeedy(type: unknown): type is OpenOrderType {
  return typeof type === 'string' && Object.hasOwn(OPEN_NEEDS, type);
}
