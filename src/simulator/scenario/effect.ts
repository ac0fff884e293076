// Effects of injected faults: on a request's delivery, on a response's content, or on the venue.
import { z } from 'zod';
import type { Instant, Micros } from '../../domain/index.js';
import type { Random } from '../../determinism/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import type { Venue, VenueServices } from '../../venue/index.js';
import type { SimulatorResponse, Cut } from '../response.js';
import type { RateFilter } from './rate-filter.js';
import type { ShownClock } from './shown-clock.js';

/** Processing of a request and its response; effects change it in the order of faults. */
export interface Plan {
  /** Session time before the request is processed, and before its response is sent. */
  waitBefore: Micros;
  waitAfter: Micros;
  /** True: the request never reaches the venue. */
  isLost: boolean;
  /** Second processing of the same request; `isAnswer`: the second response is the one sent. */
  copy: { readonly after: Micros; readonly isAnswer: boolean } | undefined;
  /** Response sent in place of the venue's. */
  instead: SimulatorResponse | undefined;
  cut: Cut | undefined;
}

/** Parts of the simulator that venue effects change. */
export interface Stage {
  readonly venue: Venue;
  readonly desks: VenueServices;
  readonly profile: VenueProfile;
  readonly rates: RateFilter;
  readonly clock: ShownClock;
}

/** Context of an edit of a response. */
export interface EditContext {
  readonly at: Instant;
  readonly stage: Stage;
  /** Whether an item of the response fits the fault's match. */
  readonly takes: (item: Item) => boolean;
}

/** An object of a response: the whole response, or an element of its list. */
export type Item = Readonly<Record<string, unknown>>;

export type Effect =
  | { readonly on: 'delivery'; readonly plan: (plan: Plan, draw: Random) => void }
  | {
      readonly on: 'content';
      readonly edit: (answer: SimulatorResponse, context: EditContext) => SimulatorResponse;
    }
  | MachineEffect;

export interface MachineEffect {
  readonly on: 'machine';
  /** What the settings lack for the effect, such as `the user x@Y`. */
  readonly findMissing?: (stage: Stage) => string | undefined;
  /** Starts the effect; returns the function that ends it. */
  readonly begin: (stage: Stage, at: Instant) => ((at: Instant) => void) | undefined;
}

/** A kind of effect with the schema of its parameters. */
export interface EffectKind {
  readonly id: string;
  readonly on: Effect['on'];
  readonly summary: string;
  readonly schema: z.ZodObject;
  /** Creates the effect of validated parameters. */
  readonly create: (params: unknown) => Effect;
}

interface KindDefinition<On extends Effect['on'], S extends z.ZodRawShape> {
  readonly id: string;
  readonly on: On;
  readonly summary: string;
  /** Keys in addition to `kind`. */
  readonly params: S;
  readonly create: (params: z.output<z.ZodObject<S>>) => Omit<Extract<Effect, { on: On }>, 'on'>;
}

/** Defines a kind of effect; `create` gets the parameters validated by its schema. */
export function defineEffect<On extends Effect['on'], S extends z.ZodRawShape>({
  id,
  on,
  summary,
  params,
  create,
}: KindDefinition<On, S>): EffectKind {
  const schema = z.strictObject({ kind: z.literal(id).describe(summary), ...params });
  const build = (checked: unknown) =>
    ({ on, ...create(checked as z.output<z.ZodObject<S>>) }) as unknown as Effect;
  return { id, on, summary, schema, create: build };
}
