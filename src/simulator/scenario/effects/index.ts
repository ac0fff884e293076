// All kinds of effects, in the order of the documentation; each has its own file.
import type { EffectKind } from '../effect.js';
import { answer } from './answer.js';
import { delay } from './delay.js';
import { disableTrading } from './disable-trading.js';
import { distortRates } from './distort-rates.js';
import { drop } from './drop.js';
import { duplicate } from './duplicate.js';
import { hide } from './hide.js';
import { moveRates } from './move-rates.js';
import { patch } from './patch.js';
import { repeat } from './repeat.js';
import { replaceOrders } from './replace-orders.js';
import { reverse } from './reverse.js';
import { revokeTokens } from './revoke-tokens.js';
import { skewClock } from './skew-clock.js';
import { suspendOrders } from './suspend-orders.js';
import { truncate } from './truncate.js';
import { withdrawProvider } from './withdraw-provider.js';

const DELIVERY = [delay, drop, truncate, answer, duplicate] as const;
const CONTENT = [patch, hide, repeat, reverse] as const;
const MACHINE = [
  ...[revokeTokens, disableTrading, suspendOrders, replaceOrders],
  ...[skewClock, distortRates, moveRates, withdrawProvider],
] as const;

export const EFFECTS: readonly [EffectKind, ...EffectKind[]] = [
  ...DELIVERY,
  ...CONTENT,
  ...MACHINE,
];
