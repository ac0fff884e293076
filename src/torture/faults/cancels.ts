// Cancels that the venue acknowledges but never performs, some beyond the bot's cancel time-out.
import { type Micros, MINUTE, SECOND } from '../../domain/index.js';
import { createRandom, type Random } from '../../determinism/index.js';
import type { Plan } from '../../plan/index.js';
import type { InjectedFaultKind } from './fault.js';
import { hitting } from './hit-requests.js';

/** Share of worlds in which no cancel is ever performed and orders rest for minutes. */
const NONE_DONE = 0.4;
const LONGER: Micros = 3 * MINUTE;
/** Longest time in force of an order that rests in such a world, seconds. */
const MOST_LIFE = 600;

/** Share of rates on which a strategy places an order in such a world. */
const SHARE = 0.3;

const TAKEN = { kind: 'answer', when: 'before', status: 202, headers: [], body: '{}' } as const;
const some = hitting('V12', '', ['cancelOrder'], 0.5, () => TAKEN);

const isNoneDone = (random: Random): boolean => random() < NONE_DONE;

/**
 * Lets strategies with random expiries rest orders long enough for an unperformed cancel to halt
 * the symbol.
 */
function restLong(plan: Plan): Plan {
  const strategies = plan.strategies.map((planned) => {
    const params = planned.params as Readonly<Record<string, unknown>>;
    if (!('maxExpirySeconds' in params)) return planned;
    return { ...planned, params: { ...params, maxExpirySeconds: MOST_LIFE, share: SHARE } };
  });
  return { ...plan, strategies };
}

export const CANCEL_FAULTS: readonly InjectedFaultKind[] = [
  {
    id: 'V12',
    summary: 'a cancel is taken and never done',
    setting: (random) => (isNoneDone(random) ? { change: restLong, longer: LONGER } : {}),
    put: (stage) => {
      some.put(stage);
      const { seed } = stage.world;
      if (!isNoneDone(createRandom(seed, 'setting/V12'))) return;
      const match = { routes: ['cancelOrder' as const] };
      const from = Math.floor(createRandom(seed, 'fault/V12/none')() * 20 * SECOND);
      stage.scenario([{ match, from, to: stage.span, effect: TAKEN }], createRandom(seed, 'V12'));
    },
  },
];
