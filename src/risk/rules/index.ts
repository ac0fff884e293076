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
import { rc12 } from './rc12-expiry.js';
import { rc14 } from './rc14-price-collar.js';
import { rc15 } from './rc15-aggressiveness.js';
import { rc16 } from './rc16-stale-rate.js';
import { rc18 } from './rc18-broken-rate.js';
import { rc23 } from './rc23-position.js';
import { rc33 } from './rc33-order-rate.js';
import { rc36 } from './rc36-duplicate-intent.js';
import { rc40 } from './rc40-parent-sum.js';
import { rc53 } from './rc53-unknown-outcomes.js';

/** In order of evaluation within each stage. */
export const RULES = [
  rc01,
  rc02,
  rc03,
  rc08,
  rc07,
  rc06,
  rc09,
  rc04,
  rc12,
  rc18,
  rc16,
  rc14,
  rc15,
  rc05,
  rc36,
  rc40,
  rc53,
  rc23,
  rc33,
] as const satisfies readonly RiskRule[];
