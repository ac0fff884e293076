// Builders of faults whose effect hits requests of given routes with a random probability.
import type { RouteId } from '../../protocol/index.js';
import { drawShare, type InjectedFaultKind, type SimulatorFault } from './fault.js';

export type Effect = SimulatorFault['effect'] & Readonly<Record<string, unknown>>;

/** A fault whose effect hits requests of these routes with a random probability up to `most`. */
export function hitting(
  id: string,
  summary: string,
  routes: readonly RouteId[],
  most: number,
  draw: (random: () => number) => Effect,
): InjectedFaultKind {
  return {
    id,
    summary,
    put: (stage) => {
      const { random, span } = stage;
      const probability = drawShare(random, most);
      const effect = draw(random);
      const match = { routes: [...routes] };
      stage.scenario([{ match, from: 0, to: span, probability, effect }], random);
    },
  };
}

export const answer = (status: number, random: () => number, more: object = {}): Effect => ({
  kind: 'answer',
  when: random() < 0.5 ? 'before' : 'after',
  status,
  headers: [],
  ...more,
});
export const pick = <T>(random: () => number, list: readonly [T, ...T[]]): T =>
  list[Math.floor(random() * list.length)] ?? list[0];
