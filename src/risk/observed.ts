// Limits that research only observes: notes what each of them would have done.
import type { Instant } from '../domain/index.js';
import type { Needs, ObservedLimit } from '../domain/venue/index.js';
import type { ActionScope, PauseUntil, RuleActions } from './gate/actions.js';

/** One breach of an observed rule. */
export interface Observation {
  readonly at: Instant;
  readonly scope: ActionScope;
  readonly message: string | (() => string);
  readonly needs?: Needs | undefined;
}

interface Noted {
  count: number;
  readonly first: ObservedLimit['first'];
  needs: Record<string, number> | 'off';
}

export class ObservedLimits {
  /** By rule id, in the order of their first breaches. */
  readonly #noted = new Map<string, Noted>();
  readonly #halted = new Set<string>();

  list(): readonly ObservedLimit[] {
    return [...this.#noted].map(([rule, { count, first, needs }]) => {
      return { rule, count, first, needs: needs === 'off' ? needs : { ...needs } };
    });
  }

  /** `stated`: the present parameters of the rule. */
  note(rule: string, stated: unknown, { at, scope, message, needs }: Observation): void {
    let noted = this.#noted.get(rule);
    if (noted === undefined) {
      const { strategy = '', symbol = '' } = scope;
      const text = typeof message === 'string' ? message : message();
      noted = { count: 0, first: { at, strategy, symbol, message: text }, needs: {} };
      this.#noted.set(rule, noted);
    }
    noted.count += 1;
    noted.needs = widen(noted.needs, stated, needs);
  }

  /** Notes a halt that would have happened: once per scope, later ones only widen `needs`. */
  noteHalt(rule: string, stated: unknown, observation: Observation): void {
    const { strategy = '', symbol = '' } = observation.scope;
    const key = `${rule}|${strategy}|${symbol}`;
    const noted = this.#noted.get(rule);
    if (noted !== undefined && this.#halted.has(key)) {
      noted.needs = widen(noted.needs, stated, observation.needs);
      return;
    }
    this.#halted.add(key);
    this.note(rule, stated, observation);
  }

  /** Actions for an observed rule: timers run, everything else is only noted. */
  observe(act: RuleActions, rule: string, stated: unknown): RuleActions {
    return {
      now: () => act.now(),
      at: (dueAt, action) => {
        act.at(dueAt, action);
      },
      begun: (action) => {
        act.begun(action);
      },
      pause: (_rule: string, scope: ActionScope, message: string, _until: PauseUntil) => {
        this.note(rule, stated, { at: act.now(), scope, message });
      },
      mute: (_rule, strategy, message) => {
        this.note(rule, stated, { at: act.now(), scope: { strategy }, message });
      },
      halt: (_rule, scope, message, needs) => {
        this.noteHalt(rule, stated, { at: act.now(), scope, message, needs });
      },
      throttle: (_rule, _share, _until, message, needs) => {
        this.note(rule, stated, { at: act.now(), scope: {}, message, needs });
      },
      alert: () => undefined,
      resolve: () => undefined,
      recur: () => false,
      cancel: () => undefined,
      reread: () => undefined,
    };
  }
}

/** Keeps, per figure, the value further from the stated limit, above or below it. */
function widen(
  known: Record<string, number> | 'off',
  stated: unknown,
  needs: Needs | undefined,
): Record<string, number> | 'off' {
  if (known === 'off' || needs === undefined) return 'off';
  for (const [path, figure] of Object.entries(needs)) {
    const present = known[path];
    const isLower = figure < (findFigure(stated, path) ?? -Infinity);
    const further = isLower ? Math.min : Math.max;
    known[path] = present === undefined ? figure : further(figure, present);
  }
  return known;
}

/** The parameter at a path such as `single.G10`. */
export function findFigure(params: unknown, path: string): number | undefined {
  let found = params;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return typeof found === 'number' ? found : undefined;
}
