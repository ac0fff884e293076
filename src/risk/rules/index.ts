// The registry of risk rules: one file and one line each. Removing a line removes the control.
import type { RiskRule } from '../rule.js';
import { rc01 } from './rc01-symbols.js';
import { rc02 } from './rc02-order-types.js';
import { rc03 } from './rc03-required-fields.js';
import { rc04 } from './rc04-order-size.js';
import { rc05 } from './rc05-order-notional.js';
import { rc06 } from './rc06-size-step.js';
import { rc07 } from './rc07-price-tick.js';
import { rc08 } from './rc08-number-sanity.js';
import { rc09 } from './rc09-dealt-currency.js';
import { rc10 } from './rc10-fat-finger.js';
import { rc11 } from './rc11-value-date.js';
import { rc12 } from './rc12-expiry.js';
import { rc13 } from './rc13-co-id.js';
import { rc14 } from './rc14-price-collar.js';
import { rc15 } from './rc15-aggressiveness.js';
import { rc16 } from './rc16-stale-rate.js';
import { rc17 } from './rc17-frozen-rate.js';
import { rc18 } from './rc18-broken-rate.js';
import { rc19 } from './rc19-spread.js';
import { rc20 } from './rc20-jump.js';
import { rc21 } from './rc21-cross-source.js';
import { rc22 } from './rc22-conversion.js';
import { rc23 } from './rc23-position.js';
import { rc24 } from './rc24-currency-net.js';
import { rc25 } from './rc25-gross.js';
import { rc26 } from './rc26-open-position.js';
import { rc27 } from './rc27-open-orders.js';
import { rc28 } from './rc28-pending-notional.js';
import { rc29 } from './rc29-daily-turnover.js';
import { rc30 } from './rc30-credit.js';
import { rc31 } from './rc31-overnight.js';
import { rc32 } from './rc32-concentration.js';
import { rc33 } from './rc33-order-rate.js';
import { rc35 } from './rc35-repetition.js';
import { rc36 } from './rc36-duplicate-intent.js';
import { rc37 } from './rc37-self-match.js';
import { rc38 } from './rc38-cancel-ratio.js';
import { rc40 } from './rc40-parent-sum.js';
import { rc43 } from './rc43-daily-loss.js';
import { rc44 } from './rc44-drawdown.js';
import { rc45 } from './rc45-slippage.js';
import { rc46 } from './rc46-off-limit-fill.js';
import { rc47 } from './rc47-overfill.js';
import { rc48 } from './rc48-external-order.js';
import { rc49 } from './rc49-position-mismatch.js';
import { rc50 } from './rc50-bust.js';
import { rc53 } from './rc53-unknown-outcomes.js';
import { rc70 } from './rc70-trading-hours.js';

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
