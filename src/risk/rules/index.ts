// The registry of risk rules: one file and one line each. Removing a line removes the control.
import type { RiskRule } from '../rule.js';
import { rc01 } from './shape/rc01-symbols.js';
import { rc02 } from './shape/rc02-order-types.js';
import { rc03 } from './shape/rc03-required-fields.js';
import { rc04 } from './size/rc04-order-size.js';
import { rc05 } from './size/rc05-order-notional.js';
import { rc06 } from './size/rc06-size-step.js';
import { rc07 } from './price/rc07-price-tick.js';
import { rc08 } from './shape/rc08-number-sanity.js';
import { rc09 } from './shape/rc09-dealt-currency.js';
import { rc10 } from './size/rc10-fat-finger.js';
import { rc11 } from './shape/rc11-value-date.js';
import { rc12 } from './shape/rc12-expiry.js';
import { rc13 } from './shape/rc13-co-id.js';
import { rc14 } from './price/rc14-price-collar.js';
import { rc15 } from './price/rc15-aggressiveness.js';
import { rc16 } from './rate/rc16-stale-rate.js';
import { rc17 } from './rate/rc17-frozen-rate.js';
import { rc18 } from './rate/rc18-broken-rate.js';
import { rc19 } from './rate/rc19-spread.js';
import { rc20 } from './rate/rc20-jump.js';
import { rc21 } from './rate/rc21-cross-source.js';
import { rc22 } from './rate/rc22-conversion.js';
import { rc23 } from './exposure/rc23-position.js';
import { rc24 } from './exposure/rc24-currency-net.js';
import { rc25 } from './exposure/rc25-gross.js';
import { rc26 } from './exposure/rc26-open-position.js';
import { rc27 } from './exposure/rc27-open-orders.js';
import { rc28 } from './exposure/rc28-pending-notional.js';
import { rc29 } from './exposure/rc29-daily-turnover.js';
import { rc30 } from './exposure/rc30-credit.js';
import { rc31 } from './exposure/rc31-overnight.js';
import { rc32 } from './exposure/rc32-concentration.js';
import { rc33 } from './order-flow/rc33-order-rate.js';
import { rc35 } from './order-flow/rc35-repetition.js';
import { rc36 } from './order-flow/rc36-duplicate-intent.js';
import { rc37 } from './order-flow/rc37-self-match.js';
import { rc38 } from './order-flow/rc38-cancel-ratio.js';
import { rc40 } from './order-flow/rc40-parent-sum.js';
import { rc43 } from './loss/rc43-daily-loss.js';
import { rc44 } from './loss/rc44-drawdown.js';
import { rc45 } from './loss/rc45-slippage.js';
import { rc46 } from './loss/rc46-off-limit-fill.js';
import { rc47 } from './loss/rc47-overfill.js';
import { rc48 } from './session/rc48-external-order.js';
import { rc49 } from './session/rc49-position-mismatch.js';
import { rc50 } from './session/rc50-bust.js';
import { rc53 } from './session/rc53-unknown-outcomes.js';
import { rc70 } from './session/rc70-trading-hours.js';

/** In order of evaluation within each stage. */
export const RULES = [
  rc53,
  rc70,
  rc01,
  rc02,
  rc03,
  rc08,
  rc07,
  rc06,
  rc09,
  rc04,
  rc12,
  rc11,
  rc18,
  rc16,
  rc19,
  rc20,
  rc17,
  rc21,
  rc14,
  rc15,
  rc22,
  rc10,
  rc05,
  rc36,
  rc37,
  rc40,
  rc23,
  rc24,
  rc25,
  rc26,
  rc27,
  rc28,
  rc29,
  rc30,
  rc31,
  rc32,
  rc33,
  rc13,
  rc35,
  rc38,
  rc43,
  rc44,
  rc45,
  rc46,
  rc47,
  rc48,
  rc49,
  rc50,
] as const satisfies readonly RiskRule[];
