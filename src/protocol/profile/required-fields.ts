// Which fields orders of the types that are open have to carry (wire facts 4.2).

/** Fields that a type may need or not; what every such order has is not among them. */
export const OPEN_NEEDS = {
  Stop: ['execFlags', 'timeInForce'],
  StopLimit: ['execFlags', 'timeInForce'],
  Pegged: ['pegPriceType', 'timeInForce', 'price', 'pegOffsetValue'],
} as const;

export type NeedyType = keyof typeof OPEN_NEEDS;

/** What each of these types needs, and all of them the fields of every order. */
export type OrderNeeds = {
  readonly [T in NeedyType]: readonly (typeof OPEN_NEEDS)[T][number][];
};

export const DEFAULT_ORDER_NEEDS: OrderNeeds = {
  Stop: ['execFlags'],
  StopLimit: ['execFlags', 'timeInForce'],
  Pegged: ['pegPriceType', 'timeInForce'],
};

/** The part of a profile that says what orders need. */
export interface OrderFieldRules {
  readonly orderNeeds: OrderNeeds;
  readonly stopTimes: readonly string[];
}

/** What a request of an open type lacks or has wrong at this venue, in words; else undefined. */
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

function isNeedy(type: unknown): type is NeedyType {
  return typeof type === 'string' && Object.hasOwn(OPEN_NEEDS, type);
}
