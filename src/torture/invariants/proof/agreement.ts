// Invariant 18: every order left under the given code, configuration, policy and limits.
import { createHash } from 'node:crypto';
import type { World } from '../../simulation/world.js';
import type { Invariant, Records } from '../invariant.js';

interface Header {
  readonly limitsVersion: string;
  readonly config: { readonly sha256: string };
  readonly policy: { readonly sha256: string };
  readonly strategies: readonly { readonly name: string; readonly sha256: string }[];
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export const agreement: Invariant = {
  number: 18,
  title: 'every order carries the code, configuration and limits that were approved',
  holdsAlways: true,
  atQuiet: (world, records) => findOther(world, records),
};

function findOther({ plan }: World, records: Records): string | undefined {
  let header: Header | undefined;
  for (const { type, data, seq } of records) {
    if (type === 'epoch') header = undefined;
    if (type === 'session') header = data as Header;
    const isPlace = type === 'command' && (data as { kind: string }).kind === 'place';
    if (isPlace && header === undefined) return `seq ${String(seq)}: an order before any header`;
    if (type !== 'session' || header === undefined) continue;
    const found = compare(plan, header);
    if (found !== undefined) return `seq ${String(seq)}: ${found}`;
  }
  return undefined;
}

function compare(plan: World['plan'], header: Header): string | undefined {
  if (header.limitsVersion !== plan.limitsVersion) return `limits ${header.limitsVersion}`;
  if (header.config.sha256 !== hash(plan.source.text)) return 'another configuration';
  if (header.policy.sha256 !== hash(plan.policy.source.text)) return 'another policy';
  for (const { name, source } of plan.strategies) {
    const found = header.strategies.find((one) => one.name === name);
    if (found?.sha256 !== hash(source.text)) return `another strategy ${name}`;
  }
  return undefined;
}
