// Exact arithmetic with scaled numbers, for other folders.
export { parseAmount } from './amount.js';
export { LongNumber } from './long-number.js';
export type { PriceLadder, PriceLevel } from './price-ladder.js';
export {
  bigPowerOfTen,
  divideHalfUp,
  formatScaled,
  formatCount,
  formatGrouped,
  formatShortest,
  fromScaled,
  magnitude,
  MAX_DECIMALS,
  MAX_SCALED,
  multiplyDivideUp,
  parseScaled,
  powerOfTen,
  toScaled,
} from './scaled.js';
export { findSorted, insertSorted, removeSorted } from './sorted.js';
