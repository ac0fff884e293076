// Operator of a world who overrides a limit for a while, with the production command.
import { type Instant, type Micros, MINUTE, SECOND } from '../../domain/index.js';
import { createRandom } from '../../determinism/index.js';
import { commandBot } from '../../control/index.js';
import type { Plan } from '../../plan/index.js';
import { findPlace } from './operator.js';
import { NARROW } from './plan-variants.js';
import type { World } from './world.js';

const CHANCE = 0.25;
/** Share of those worlds with a limit that only the small orders of the strategies pass. */
const BINDING_CHANCE = 0.3;
const BINDING = { id: 'RC05', params: { hard: 20_000, soft: 15_000 } } as const;
const REVOKE_CHANCE = 0.4;
/** Delay and maximum number of retries while the bot is not ready. */
const AGAIN_AFTER: Micros = 10 * SECOND;
const MOST_TRIES = 10;
/** Greatest share of the limit that the cap adds to it. */
const MOST_MORE = 1;
const LONGEST = 3;
const WORDS = { by: 'operator', reason: 'a person of this world lets it go' } as const;

/** Parameter of each rule whose limit the operator may override. */
const FIGURES: Readonly<Record<string, string>> = {
  RC05: 'hard',
  RC23: 'G10',
  RC24: 'hard',
  RC25: 'hard',
  RC26: 'hard',
  RC28: 'hard',
};

/** An override of one run. */
interface Grant {
  readonly life: number;
  readonly rule: string;
  /** Empty: any symbol. */
  readonly symbol: string;
  readonly cap: number;
  readonly from: Instant;
  until: Instant;
}

const GRANTS = new WeakMap<World, Grant[]>();

/** Highest cap that applies to an order of the symbol approved at `at`; 0 without an override. */
export function findCap(
  world: World,
  { life, rule, symbol, at }: Pick<Grant, 'life' | 'rule' | 'symbol'> & { readonly at: Instant },
): number {
  const caps = (GRANTS.get(world) ?? [])
    .filter((one) => one.life === life && one.rule === rule && one.from <= at && at < one.until)
    .filter((one) => one.symbol === '' || one.symbol === symbol)
    .map(({ cap }) => cap);
  return Math.max(0, ...caps);
}

/** Plan of a world, in some of which a limit binds so that an override matters. */
export function drawBinding(seed: number, plan: Plan): Plan {
  const random = createRandom(seed, 'world/override');
  if (random() >= CHANCE || random() >= BINDING_CHANCE) return plan;
  const { id, params } = BINDING;
  return { ...plan, limits: { ...plan.limits, rules: { ...plan.limits.rules, [id]: params } } };
}

/** In some worlds, an operator overrides a limit and may revoke the override. */
export function placeOverrides(world: World, span: Micros): void {
  const random = createRandom(world.seed, 'world/override');
  if (random() >= CHANCE) return;
  const isBinding = random() < BINDING_CHANCE;
  const { rules } = world.plan.limits;
  const figureOf = (id: string) =>
    (rules[id] as Readonly<Record<string, number>> | undefined)?.[FIGURES[id] ?? ''];
  const isNarrow = (id: string) => figureOf(id) === NARROW[id]?.[FIGURES[id] ?? ''];
  const known = Object.keys(FIGURES).filter((id) => figureOf(id) !== undefined);
  const narrow = isBinding ? [BINDING.id] : known.filter(isNarrow);
  // Prefers limits that bind: overriding others has no effect.
  const choice = narrow.length > 0 ? narrow : known;
  const rule = choice[Math.floor(random() * choice.length)];
  const instruments = world.plan.instruments.filter((one) => one.class === 'G10');
  const symbol = instruments[Math.floor(random() * 2 * instruments.length)]?.symbol ?? '';
  if (rule === undefined) return;
  const cap = Math.floor((figureOf(rule) ?? 0) * (1.01 + random() * MOST_MORE));
  const minutes = 1 + Math.floor(random() * LONGEST);
  const revokeAfter = random() < REVOKE_CHANCE ? Math.floor(random() * MINUTE) : undefined;
  let tries = 0;
  const ask = async (): Promise<void> => {
    const id = await grant(world, { rule, symbol, cap }, minutes);
    if (id === undefined) {
      tries += 1;
      if (tries < MOST_TRIES) world.time.after(AGAIN_AFTER, () => void ask());
    } else if (revokeAfter !== undefined) {
      world.time.after(revokeAfter, () => void revoke(world, id));
    }
  };
  world.time.at(Math.floor(random() * span * 0.7), () => void ask());
}

/** `weir override`; returns its id, or undefined if the bot refuses. */
async function grant(
  world: World,
  { rule, symbol, cap }: Pick<Grant, 'rule' | 'symbol' | 'cap'>,
  minutes: number,
): Promise<string | undefined> {
  const ports = world.createCommandPorts();
  const place = findPlace(world, ports);
  const { bot } = world;
  const from = bot?.session?.inspect().at;
  if (place === undefined || bot === undefined || from === undefined) return undefined;
  const grants = GRANTS.get(world) ?? [];
  GRANTS.set(world, grants);
  const granted: Grant = { life: bot.life.number, rule, symbol, cap, from, until: Infinity };
  // Added before the response: orders may use the override earlier.
  grants.push(granted);
  const scope = symbol === '' ? 'all' : `symbol:${symbol}`;
  const request = { do: 'override', rule, scope, cap, minutes, ...WORDS } as const;
  const answer = await commandBot(ports, place, request);
  const text = answer.ok ? 'granted' : 'not granted';
  const message = answer.ok ? '' : answer.fault.message;
  const line = `override of ${rule} up to ${String(cap)} in ${scope} ${text}`;
  world.trace.add(world.time.now, line, { message });
  const held = answer.ok ? answer.value.overrides.at(-1) : undefined;
  // A frozen bot may still accept the override when it continues.
  if (held !== undefined) granted.until = held.until;
  else if (answer.ok || answer.fault.code !== 'control.blocked') grants.pop();
  return held?.id;
}

async function revoke(world: World, id: string): Promise<void> {
  const ports = world.createCommandPorts();
  const place = findPlace(world, ports);
  if (place === undefined) return;
  const answer = await commandBot(ports, place, { do: 'revoke', id, ...WORDS });
  const at = world.bot?.session?.inspect().at;
  world.trace.add(world.time.now, `override ${id} ${answer.ok ? 'revoked' : 'not revoked'}`);
  if (!answer.ok || at === undefined) return;
  for (const one of GRANTS.get(world) ?? []) one.until = Math.min(one.until, at);
}
