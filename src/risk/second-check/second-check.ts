// The second check of an order: size, notional and price once more, from the approved command
// alone, and again in the tick in which its bytes are written.
//
// It shares only the newest rates and the overrides with the gate. It keeps the limits as numbers
// of its own and uses operators and array indexes only: a program that replaced built-in functions
// cannot change this check.
import type { Instant } from '../../domain/index.js';
import { powerOfTen } from '../../domain/numbers/index.js';
import type { PlaceCommand, RfsCommand } from '../../domain/orders/index.js';
import { listPaths, type Path } from '../ledger/account-values.js';
import type { Limits } from '../limits.js';
import type { Overrides } from '../overrides.js';
import { findPriceBands, type PriceBands } from '../rules/price/rc14-price-collar.js';
import type { SymbolState } from '../gate/symbol-state.js';

/** Largest size in minor units of the base; lowest and highest price in ticks, times two. */
export interface Bounds {
  readonly units: number;
  readonly lowTicks2: number;
  readonly highTicks2: number;
}

/** Relative error of doubles against the exact figures of the gate. */
const NEAR = 1e-9;
const BASIS_POINTS = 10_000;

/** Limits of one symbol, fixed at the start. */
interface Figures {
  readonly symbol: SymbolState;
  /** Minor units of the base per unit. */
  readonly scale: number;
  readonly ticksPerUnit: number;
  /** Minor units of the base; Infinity without a limit. */
  readonly size: number;
  /** Fraction of the mid; Infinity without a limit. */
  readonly band: number;
  readonly paths: readonly Path[];
}

export class SecondCheck {
  /** The index is Instrument.id. */
  readonly #figures: readonly Figures[];
  /** Account currency; Infinity without a limit. */
  readonly #worth: number;
  readonly #overrides: Overrides;

  constructor(limits: Limits, symbols: readonly SymbolState[], overrides: Overrides) {
    const sizes = findParams(limits, 'RC04') as PriceBands | undefined;
    const isBanded = findParams(limits, 'RC14') !== undefined;
    const bands = isBanded ? findPriceBands(limits.rules['RC14']) : undefined;
    const worth = findParams(limits, 'RC05') as { readonly hard: number } | undefined;
    this.#worth = worth?.hard ?? Infinity;
    this.#overrides = overrides;
    this.#figures = symbols.map((symbol) => {
      const { baseDecimals, class: kind, ticksPerUnit } = symbol.instrument;
      const scale = powerOfTen(baseDecimals);
      const paths = Object.freeze(listPaths(symbol, symbols, limits.accountCurrency));
      const size = (sizes?.[kind] ?? Infinity) * scale;
      const band = (bands?.[kind] ?? Infinity) / BASIS_POINTS;
      return Object.freeze({ symbol, scale, ticksPerUnit, size, band, paths });
    });
  }

  /** Computes the bounds in the step of the approval, by the rates that the gate used. */
  bound(command: PlaceCommand | RfsCommand, strategy: string, at: Instant): Bounds {
    const figures = this.#figures[command.instrument.id];
    if (figures === undefined) return { units: 0, lowTicks2: 0, highTicks2: 0 };
    const { symbol, scale, band } = figures;
    const caps = this.#overrides;
    let units = figures.size;
    const cap = caps.capOf('RC04', symbol, strategy, at) * scale + 0.5;
    if (cap > units) units = cap;
    if (command.kind === 'rfs') return { units, lowTicks2: -Infinity, highTicks2: Infinity };
    if (this.#worth !== Infinity) {
      const worthCap = caps.capOf('RC05', symbol, strategy, at);
      const worth = worthCap > this.#worth ? worthCap : this.#worth;
      const most = (worth * (1 + NEAR)) / this.#factor(figures);
      // Without a conversion rate no size is known to be within the limit.
      if (!(most >= units)) units = most > 0 ? most : 0;
    }
    const mid2 = symbol.bidTicks + symbol.offerTicks;
    const reach = hasRate(symbol) && band !== Infinity ? mid2 * (band + NEAR) : Infinity;
    return { units, lowTicks2: mid2 - reach, highTicks2: mid2 + reach };
  }

  /** Units of the account currency for one minor unit of the base; NaN without a rate. */
  #factor({ symbol, scale, paths }: Figures): number {
    for (let i = 0; i < paths.length; i++) {
      const path = paths[i];
      if (path === undefined || (path.ownRate && !hasRate(symbol))) continue;
      if (path.other !== undefined && !hasRate(path.other)) continue;
      const own = path.ownRate ? this.#mid(symbol) : 1;
      const other = path.other === undefined ? 1 : this.#mid(path.other);
      return (path.inverts ? own / other : own * other) / scale;
    }
    return NaN;
  }

  #mid(symbol: SymbolState): number {
    const ticksPerUnit = this.#figures[symbol.instrument.id]?.ticksPerUnit ?? NaN;
    return (symbol.bidTicks + symbol.offerTicks) / (2 * ticksPerUnit);
  }
}

/** Describes how the command exceeds its bounds, if it does; without bounds it does. */
export function findExcess(
  command: PlaceCommand | RfsCommand,
  bounds: Bounds | undefined,
): string | undefined {
  if (bounds === undefined) return 'no bounds were computed for it from the limits';
  const { units } = command;
  if (!(units > 0 && units <= bounds.units)) {
    return `its size is ${units}, the limits allow ${bounds.units} minor units`;
  }
  if (command.kind === 'rfs') return undefined;
  const { lowTicks2, highTicks2 } = bounds;
  const price2 = 2 * command.priceTicks;
  if (!(price2 >= lowTicks2 && price2 <= highTicks2)) {
    return `its price is ${price2 / 2}, ${describePrices(bounds)}`;
  }
  const { details, type } = command;
  if (details === undefined || (type !== 'Stop' && type !== 'StopLimit')) return undefined;
  const stop2 = 2 * (details.stopPrice ?? NaN) * command.instrument.ticksPerUnit;
  if (stop2 >= lowTicks2 - 1 && stop2 <= highTicks2 + 1) return undefined;
  return `its stop price is ${stop2 / 2}, ${describePrices(bounds)}`;
}

function describePrices({ lowTicks2, highTicks2 }: Bounds): string {
  return `the limits allow ${lowTicks2 / 2} to ${highTicks2 / 2} ticks`;
}

function hasRate({ bidTicks, offerTicks }: SymbolState): boolean {
  return bidTicks > 0 && offerTicks >= bidTicks;
}

/** Parameters of a rule; undefined when it is off or only observes. */
function findParams({ isResearch, rules }: Limits, rule: string): unknown {
  const params = rules[rule];
  return isResearch === true || params === 'off' ? undefined : params;
}
