// Formats a policy as text, one line per rule, for `weir check --policy`.
import { formatDuration } from '../domain/index.js';
import { toGroups } from './match.js';
import type { Policy, Rule, EscalationStep } from './policy.js';
import type { ActionSpec } from './vocabulary.js';

/** One rule as text. */
export interface PolicyRow {
  /** Path in the file. */
  readonly path: readonly (string | number)[];
  /** `http 400`, `reason CreditCheckFailed`. */
  readonly name: string;
  /** Groups of calls; empty for a rule that concerns no call. */
  readonly calls: string;
  /** Class of the call, or state of the order or request; empty without one. */
  readonly class: string;
  /** Actions on every hit, and those of the steps. */
  readonly does: string;
}

export function formatAction(action: ActionSpec): string {
  switch (action.do) {
    case 'reject':
      return `reject ${action.code}`;
    case 'throttle':
      return `throttle to ${String(action.share)} for ${formatDuration(action.span)}`;
    case 'pause': {
      const { end } = action;
      const until = typeof end === 'number' ? `for ${formatDuration(end)}` : `until ${end}`;
      return `pause ${action.scope} ${until}`;
    }
    case 'halt':
    case 'cancel':
      return `${action.do} ${action.scope}`;
    case 'refresh':
    case 'probe':
      return `${action.do} ${action.what}`;
    case 'alert':
      return `alert ${action.level}`;
  }
}

export function formatActions(actions: readonly ActionSpec[]): string {
  return actions.map(formatAction).join(', ');
}

/** `2 in 10m per strategy: halt strategy`. */
export function formatStep({
  count,
  span,
  after,
  when,
  per,
  same,
  actions,
}: EscalationStep): string {
  const condition = [
    ...(when === undefined ? [] : [`when ${when}`]),
    ...(after === 0 ? [] : [`after ${formatDuration(after)}`]),
    ...(count === 0 ? [] : [`${String(count)}${same ? ' of one code' : ''}`]),
    ...(count === 0 || span === 0 || after > 0 ? [] : [`in ${formatDuration(span)}`]),
    ...(count === 0 ? [] : [`per ${per}`]),
  ].join(' ');
  return `${condition}: ${formatActions(actions)}`;
}

/** Every rule, in the order of the file. */
export function formatPolicy(policy: Policy): readonly PolicyRow[] {
  const { http, transport, reasons, statuses, rfsEvents, serious, unknowns, bursts } = policy;
  const steps = (name: string, list: readonly EscalationStep[]): readonly PolicyRow[] =>
    list.map((step, index) => {
      return { path: [name, index], name, calls: '', class: '', does: formatStep(step) };
    });
  return [
    toRow(serious, ''),
    ...[...http, ...transport].map((rule) => {
      const when = rule.when === undefined ? '' : ` (${rule.when})`;
      return toRow(rule, rule.class, `${tellGroups(rule.groups)}${when}`);
    }),
    ...[...reasons.values()].flatMap((rule) => [
      toRow(rule, rule.class),
      ...(rule.resent === undefined ? [] : [toRow(rule.resent, rule.resent.class)]),
    ]),
    ...[...new Set(statuses.values())].map((rule) => toRow(rule, rule.state)),
    ...[...rfsEvents.values()].map((rule) => toRow(rule, rule.state)),
    ...steps('unknowns', unknowns),
    ...steps('bursts', bursts),
  ];
}

function toRow({ path, name, actions, steps }: Rule, found: string, calls = ''): PolicyRow {
  const does = [
    ...(actions.length === 0 ? [] : [formatActions(actions)]),
    ...steps.map((step) => formatStep(step)),
  ].join('; ');
  return { path, name, calls, class: found, does };
}

function tellGroups(groups: ReadonlySet<string>): string {
  return groups.size === toGroups(['any']).size ? 'any' : [...groups].join(' ');
}
