// Does what the kernel asks of its session.
import type { Ask } from '../domain/index.js';
import type { RemoteGateway } from '../gateway/index.js';
import type { SessionClock } from './session-clock.js';

/**
 * Slows the budget, renews the login, or reads one order, or orders and positions at once; other
 * queries and repairs follow by the polls.
 */
export function carryOut(
  { kind, what, coId, share, until }: Ask,
  { gateway, clock }: { readonly gateway: RemoteGateway; readonly clock: SessionClock },
): void {
  if (kind === 'throttle') gateway.budget.throttle(share, until, clock.now());
  else if (kind === 'refresh' && what === 'login') gateway.renewLogin();
  else if (kind === 'probe' && what === 'order') gateway.query(coId);
  else if (kind === 'probe' && (what === 'positions' || what === 'trades')) gateway.reconcile();
}
