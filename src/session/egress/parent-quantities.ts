// Quantity that the child orders of each parent use, by the journal's records alone: the egress's
// own check against a parent that is exceeded (RC40).
import type { Fill } from '../../domain/events/index.js';
import type {
  KernelSnapshot,
  OrderSnapshot,
  ParentConsumption,
  ClosedOrderSnapshot,
} from '../../kernel/index.js';
import type { OutputRecord } from '../../records/index.js';

/** Quantity and state of an own order by its coId; undefined once the order is forgotten. */
export type FindStanding = (coId: string) => ParentConsumption | undefined;

interface Child {
  readonly units: number;
  readonly parent: Parent;
  /** Units filled by the records of its trades. */
  booked: number;
  /** Units of the parent that it used when it ended; recounted after a late fill. */
  ended: number;
}

interface Parent {
  /** Units at acceptance; later records of the parent do not raise it. */
  readonly units: number;
  /** Units filled by children that have ended. */
  ended: number;
  /** coIds of children that had not ended at the last check. */
  readonly open: Set<string>;
  readonly coIds: Set<string>;
}

interface ParentData {
  readonly strategy: string;
  readonly key: string;
  readonly units: number;
  readonly state: string;
}

interface Placed {
  readonly coId: string;
  readonly strategy: string;
  readonly parent: string;
  readonly units: number;
}

type CommandData = Placed & { readonly kind: string };

type FillData = Pick<Fill, 'coId' | 'units' | 'replaces'>;

type Restored = Pick<KernelSnapshot, 'parents' | 'orders' | 'settled' | 'kept'>;

/** A closed order: all of its trades are booked. */
type Ended = Omit<ClosedOrderSnapshot, 'run'> & Partial<Pick<OrderSnapshot, 'bookedUnits'>>;

export class ParentQuantities {
  readonly #parents = new Map<string, Parent>();
  readonly #children = new Map<string, Child>();

  /** `restored` is the snapshot of the previous run. */
  constructor(restored?: Restored) {
    const { parents = [], orders = [], settled = [], kept = [] } = restored ?? {};
    for (const one of parents) this.#takeParent(one, one.filledUnits);
    for (const one of orders.filter(isFirst)) restoreTo(this.#addChild(one), one);
    const ended = [...settled, ...kept.filter(isFirst)];
    for (const one of [...orders, ...kept]) {
      if (isFirst(one)) continue;
      restoreTo(this.#children.get(one.coId) ?? this.#addEnded(one, ended), one);
    }
  }

  /** Takes in a record that went to the journal. */
  take({ type, data }: OutputRecord): void {
    if (type === 'parent') this.#takeParent(data as ParentData, 0);
    else if (type === 'command') this.#takeCommand(data as CommandData);
    else if (type === 'fill') this.#takeFill(data as FillData);
  }

  /**
   * Minor units by which the children of a parent exceed it; NaN for a parent without a record.
   * `doubled` are the coIds of which the venue has made a duplicate order.
   */
  findExcess(
    strategy: string,
    key: string,
    find: FindStanding,
    doubled: readonly string[] = [],
  ): number {
    const parent = this.#parents.get(toName(strategy, key));
    if (parent === undefined) return Number.NaN;
    for (const coId of doubled) this.#reopen(coId);
    let sum = 0;
    for (const coId of parent.open) {
      const child = this.#children.get(coId);
      // unreached: a parent's children are known
      if (child === undefined) continue;
      const standing = find(coId);
      if (standing?.isSettled === false) {
        const { isTerminal, takenUnits, doubledUnits } = standing;
        sum += isTerminal ? takenUnits : Math.max(takenUnits, child.units);
        sum += doubledUnits;
        continue;
      }
      const { takenUnits = 0, doubledUnits = 0 } = standing ?? {};
      child.ended = Math.max(takenUnits + doubledUnits, child.booked);
      parent.ended += child.ended;
      parent.open.delete(coId);
    }
    return parent.ended + sum - parent.units;
  }

  #takeParent({ strategy, key, units, state }: ParentData, ended: number): void {
    const name = toName(strategy, key);
    const known = this.#parents.get(name);
    if (state === 'DONE' || state === 'STOPPED') {
      for (const coId of known?.coIds ?? []) this.#children.delete(coId);
      this.#parents.delete(name);
    } else if (known === undefined) {
      this.#parents.set(name, { units, ended, open: new Set(), coIds: new Set() });
    }
  }

  #takeCommand(data: CommandData): void {
    if (data.kind === 'place' && data.parent !== '') this.#addChild(data);
  }

  #addChild({ coId, strategy, parent: key, units }: Placed): Child | undefined {
    const parent = this.#parents.get(toName(strategy, key));
    if (parent === undefined) return undefined;
    const child = { units, parent, booked: 0, ended: 0 };
    parent.open.add(coId);
    parent.coIds.add(coId);
    this.#children.set(coId, child);
    return child;
  }

  /**
   * Adds the ended first order of a duplicate that is still open: the kernel states the quantities
   * of both under one coId.
   */
  #addEnded({ coId, intentId }: OrderSnapshot, ended: readonly Ended[]): Child | undefined {
    const first = ended.find((one) => one.intentId === intentId);
    if (first === undefined) return undefined;
    const child = this.#addChild({ ...first, coId });
    restoreTo(child, first);
    return child;
  }

  /** A late fill may be missing from the units that its order counted for at its end. */
  #takeFill({ coId, units, replaces = 0 }: FillData): void {
    const child = this.#children.get(coId);
    if (child === undefined) return;
    child.booked += units - replaces;
    this.#reopen(coId);
  }

  /** Counts a child as open again: its units at its end are incomplete. */
  #reopen(coId: string): void {
    const child = this.#children.get(coId);
    if (child === undefined || child.parent.open.has(coId)) return;
    child.parent.ended -= child.ended;
    child.parent.open.add(coId);
  }
}

function isFirst({ isDouble }: OrderSnapshot): boolean {
  return isDouble !== true;
}

/**
 * The restored filled quantity of the parent has the fills of this child: they are subtracted
 * there, or they would count twice.
 */
function restoreTo(child: Child | undefined, { cumUnits, bookedUnits = cumUnits }: Ended): void {
  if (child === undefined) return;
  child.booked += bookedUnits;
  child.parent.ended -= cumUnits;
}

function toName(strategy: string, key: string): string {
  return `${strategy}/${key}`;
}
