// Carries out the actions of health checks: pauses and halts of everything, alerts, a throttled
// request budget.
import type { TradingState } from '../../risk/gate/index.js';
import { createHealthChecks, type HealthActions, type HealthCheck } from '../../risk/index.js';
import type { Instant } from '../../domain/index.js';
import type { OrderManager } from '../orders/order-manager.js';
import type { TradingHalts } from '../orders/trading-halts.js';
import { watchHealth } from './health-watch.js';
import type { Outputs } from '../outputs.js';
import type { KernelSetup } from '../setup.js';

export interface HealthParts {
  readonly orderManager: OrderManager;
  readonly trading: TradingState;
  readonly halts: TradingHalts;
  readonly outputs: Outputs;
}

/** Creates the health checks of a kernel. */
export function createHealth(
  parts: HealthParts,
  now: () => Instant,
  { limits, login, speed = 1 }: Pick<KernelSetup, 'limits' | 'login' | 'speed'>,
): HealthCheck {
  const actions = createHealthActions(parts, now);
  const checks = createHealthChecks(actions, { login, speed }, limits.rules);
  return watchHealth(checks, parts.orderManager.gate, parts.trading, parts.outputs);
}

function createHealthActions(
  { halts, outputs, trading: { pauses } }: HealthParts,
  now: () => Instant,
): HealthActions {
  return {
    alert: (level, control, text) => {
      outputs.alert({ at: now(), level, rule: control, strategy: '', symbol: '', text });
    },
    pause: (control, reason, until) => {
      const at = now();
      const isHeld = (end: Instant | string) => typeof end === 'string' || at < end;
      const isNew = !pauses.list().some((one) => one.control === control && isHeld(one.until));
      const held = until === 'resolved' ? ({ isHeld: true } as const) : {};
      const times = { since: at, hitAt: at, until, ...held };
      pauses.add({ scope: 'all', key: '', control, reason, cause: control, ...times });
      if (!isNew) return;
      const about = { level: 'warn', rule: control, strategy: '', symbol: '' } as const;
      outputs.alert({ at, ...about, text: `trading is paused: ${reason}` });
    },
    resolve: (control) => {
      pauses.resolve(control, now());
    },
    halt: (control, reason) => {
      halts.halt('all', '', control, reason);
    },
    throttle: (_, share, until, reason) => {
      const about = { what: 'budget', symbol: '', coId: '' };
      outputs.ask({ at: now(), kind: 'throttle', ...about, share, until, reason });
    },
  };
}
