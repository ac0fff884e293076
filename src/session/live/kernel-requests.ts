// Carries out what the kernel requests of its session.
import type { KernelRequest } from '../../domain/events/index.js';
import type { RemoteGateway } from '../../gateway/index.js';
import type { SessionClock } from '../../host/index.js';

/**
 * Throttles the request budget; the gateway does the rest. Calendars stay as they were at the
 * start.
 */
export function createKernelRequestHandler({
  gateway,
  clock,
}: {
  readonly gateway: RemoteGateway;
  readonly clock: SessionClock;
}): (ask: KernelRequest) => void {
  return (ask) => {
    if (ask.kind === 'throttle') gateway.budget.throttle(ask.share, ask.until, clock.now());
    else gateway.carryOut(ask);
  };
}
