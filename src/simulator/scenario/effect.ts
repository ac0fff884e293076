// What a fault does: to the delivery of a request, to its answer's content, or to the machine.
import { z } from 'zod';
import type { Instant, Micros } from '../../domain/index.js';
import type { Random } from '../../determinism/index.js';
import type { VenueProfile } from '../../protocol/index.js';
import type { Venue, VenueServices } from '../../venue/index.js';
import type { SimulatorResponse, Cut } from '../response.js';
import type { RateFilter } from './rate-filter.js';
import type { ShownClock } from './shown-clock.js';

/** How a request is processed and its answer sent; effects fill it in, in the order of faults. */
export interface Plan {
  /** Session time before the request is processed, and before its answer is sent. */
  waitBefore: Micros;
  waitAfter: Micros;
  /** The request never reaches the venue. */
  isLost: boolean;
  /** When it comes once more, after the first time; and whether that answer is sent. */
  copy: { readonly after: Micros; readonly isAnswer: boolean } | undefined;
  /** What is sent in place of the venue's answer. */
  instead: SimulatorResponse | undefined;
  cut: Cut | undefined;
}

/** What machine effects work on. */
export interface Stage {
  readonly venue: Venue;
  readonly desks: VenueServices;
  readonly profile: VenueProfile;
  readonly rates: RateFilter;
  readonly clock: ShownClock;
}

/** What an edit of an answer knows of its request. */
export interface EditContext {
  readonly at: Instant;
  readonly stage: Stage;
  /** Whether the fault's match takes an item of the answer. */
  readonly takes: (item: Item) => boolean;
}

/** An object of an answer: the whole of it, or an element of its list. */
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
  /** What the settings lack for it, such as `the user x@Y`. */
  readonly findMissing?: (stage: Stage) => string | undefined;
  /** Begins; what is returned ends it. */
  readonly begin: (stage: Stage, at: Instant) => ((at: Instant) => void) | undefined;
}

/** A kind of effect, with the schema of what the file says of it. */
export interface EffectKind {
  readonly id: string;
  readonly on: Effect['on'];
  readonly summary: string;
  readonly schema: z.ZodObject;
  /** The effect of checked params. */
  readonly create: (params: unknown) => Effect;
}

interface KindDefinition<On extends Effect['on'], S extends z.ZodRawShape> {
  readonly id: string;
  readonly on: On;
  readonly summary: string;
  /** Keys beside `kind`. */
  readonly params: S;
  readonly create: (params: z.output<z.ZodObject<S>>) => Omit<Extract<Effect, { on: On }>, 'on'>;
}

/** Defines a kind; its params are those that its own schema has checked. */
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
