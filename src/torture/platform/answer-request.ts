// Carries a request that has left the bot: to the venue, and the response back.
import type { Micros } from '../../domain/index.js';
import type { LocalAnswer } from '../../simulator/index.js';
import type { Life } from './process-life.js';
import type { WirePlan, WireCall, NetworkWorld, Exchange } from './wire-types.js';

/** A request with its plan and its connection. */
export interface Travel {
  readonly call: WireCall;
  readonly plan: WirePlan;
  readonly exchange: Exchange;
}

export function answerRequest(world: NetworkWorld, life: Life, travel: Travel): void {
  const { call, plan, exchange } = travel;
  const { time } = world;
  const { instead } = plan;
  if (instead !== undefined) {
    time.after(
      plan.up + plan.down,
      life.guard(() => {
        play(world, life, travel, { ...instead, cut: undefined });
      }),
    );
  }
  if (!plan.isLost) {
    const deliver = (isFirst: boolean) => () => {
      world.deliver(call, (answer) => {
        if (isFirst === plan.hearsCopy || instead !== undefined || plan.isUnanswered) return;
        const comeBack = () => {
          let shown = answer;
          for (const edit of plan.edits) shown = edit(shown);
          play(world, life, travel, shown);
        };
        time.after(plan.down, life.guard(comeBack));
      });
    };
    // The venue lives on when the bot dies, so the life does not guard this event.
    const takenAt = time.now + plan.up + plan.hold;
    time.quietlyAt(takenAt, deliver(true));
    if (plan.copyAfter !== undefined) {
      time.quietlyAt(takenAt + plan.copyAfter, deliver(false));
    }
  }
  if (plan.resetAfter === -1) {
    const reset = () => {
      exchange.fail('ECONNRESET');
    };
    time.after(plan.up + plan.down, life.guard(reset));
  }
}

/** Passes a response to the client: at once, byte by byte, or up to where it is cut. */
function play(world: NetworkWorld, life: Life, travel: Travel, answer: LocalAnswer): void {
  const { plan, exchange } = travel;
  const { status, headers, body, cut } = answer;
  if (cut?.after === 'nothing') {
    if (cut.how !== 'hang') exchange.fail(cut.how === 'reset' ? 'ECONNRESET' : 'UND_ERR_SOCKET');
    return;
  }
  travel.call.status = status;
  if (!exchange.isOver) world.answered(travel.call);
  exchange.head(status, headers);
  const end = cut?.after ?? plan.resetAfter;
  if (end !== undefined) {
    exchange.data(body.subarray(0, end));
    if (cut?.how !== 'hang') exchange.fail('UND_ERR_SOCKET');
    return;
  }
  if (!exchange.isOver) world.shows(travel.call, answer);
  if (plan.trickle === 0) {
    exchange.data(body);
    exchange.finish();
  } else trickle(world, life, exchange, body, plan.trickle);
}

function trickle(
  world: NetworkWorld,
  life: Life,
  exchange: Exchange,
  body: Buffer,
  gap: Micros,
): void {
  let at = 0;
  const next = () => {
    if (exchange.isOver) return;
    if (at === body.length) {
      exchange.finish();
      return;
    }
    exchange.data(body.subarray(at, at + 1));
    at += 1;
    world.time.after(gap, life.guard(next));
  };
  next();
}
