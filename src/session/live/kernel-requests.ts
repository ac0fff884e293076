// Does what the kernel asks of its session.
import type { KernelRequest } from '../../domain/index.js';
import type { RemoteGateway } from '../../gateway/index.js';
import type { SessionClock } from '../../host/index.js';

/** Slows the budget; all else is the gateway's. A calendar is what the session began with. */
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
