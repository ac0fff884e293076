// Every alert that the code can raise, as code and level, found in the sources and in the policy.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HEALTH_CHECKS } from '../../src/risk/health/index.js';
import { listControls, type RiskRule, RULES } from '../../src/risk/index.js';
import { loadPolicy } from '../../src/plan/load-policy.js';
import { unwrap } from '../../src/domain/index.js';
import { ROOT } from './pages.js';

export type Level = 'info' | 'warn' | 'page' | 'halt';

/** Levels by code. */
export type AlertCodes = ReadonlyMap<string, ReadonlySet<Level>>;

const CALL = /\.?alert\(\s*'(info|warn|page)',\s*(?:'(RC\d\d)'|CONTROL)/g;
/** Tells of it with `warn`. */
const MUTE = /\.mute\(\s*'(RC\d\d)'/g;
const FIELDS = /level: '(info|warn|page)',\s*rule: '(RC\d\d)'/g;
/** A halt of the desk; a finding of the session, a latched record, a kill; of no alert's fields. */
const CODE = /'(RC\d\d|strategy|GUARD_STALE)'(?!,? (?:\||strategy: ''))/;
const HALTING = [
  /haltSymbol\([\w.]+, /,
  /halt(?:Symbol)?\((?:'\w+'|[\w.]+), (?:'\w*'|[\w.]+), /,
  /cause: /,
  /rule: /,
];
const HALT = new RegExp(
  `(?<!level: '\\w+',\\s+)(?:${HALTING.map(({ source }) => source).join('|')})${CODE.source}`,
  'g',
);
const OWN_CONTROL = /^const CONTROL = '(RC\d\d)';$/m;
const SOFT = /isAlertOnly: true/;
/** Of a file that tells all of its alerts by one function: that, and the code. */
const TELLERS = [
  { file: 'kernel/orders/order-manager.ts', call: /#alert\('(info|warn|page)'/g, code: 'RC53' },
  { file: 'risk/overrides.ts', call: /#tell\('(info|warn|page)'/g, code: 'OVERRIDE' },
  { file: 'kernel/policy/flatten.ts', call: /#tell\('(info|warn|page)'/g, code: 'FLATTEN' },
];
/** Parts of a policy that stand for one control. */
const WHOLE: Readonly<Record<string, string>> = { unknowns: 'RC53', bursts: 'RC39' };

/** Of sources, the policy, and what the inventory says that halts. */
export function collectAlertCodes(): AlertCodes {
  const found = new Map<string, Set<Level>>();
  const add = (code: string, level: Level) => {
    found.set(code, (found.get(code) ?? new Set()).add(level));
  };
  for (const file of listSources(join(ROOT, 'src'))) collectSource(file, add);
  for (const [name, part] of Object.entries(unwrap(loadPolicy()).policy)) {
    collectPolicy(part, WHOLE[name] ?? '', add);
  }
  for (const { id, refusalAlert } of RULES as readonly RiskRule[]) {
    if (refusalAlert !== undefined) add(id, refusalAlert);
  }
  // A pause by one of these is told.
  for (const { id } of HEALTH_CHECKS) add(id, 'warn');
  for (const { action, id } of listControls()) {
    if (action.includes('HALT')) add(id, 'halt');
  }
  return found;
}

function collectSource(file: string, add: (code: string, level: Level) => void): void {
  const text = readFileSync(file, 'utf8');
  const own = OWN_CONTROL.exec(text)?.[1];
  for (const [, level, code] of text.matchAll(CALL)) {
    const named = code ?? own;
    if (named === undefined) throw new Error(`${file}: an alert without a code of its own`);
    add(named, level as Level);
  }
  for (const [, code] of text.matchAll(MUTE)) add(code ?? '', 'warn');
  for (const [, code] of text.matchAll(HALT)) add(code ?? '', 'halt');
  for (const [, level, code] of text.matchAll(FIELDS)) add(code ?? '', level as Level);
  for (const { call, code, file: name } of TELLERS) {
    if (!file.endsWith(name)) continue;
    for (const [, level] of text.matchAll(call)) add(code, level as Level);
  }
  const rule = /\/rc(\d\d)-/.exec(file)?.[1];
  if (rule !== undefined && SOFT.test(text)) add(`RC${rule}`, 'warn');
}

/** Whatever of the policy has a control gives it to the actions below. */
function collectPolicy(
  node: unknown,
  control: string,
  add: (code: string, level: Level) => void,
): void {
  if (typeof node !== 'object' || node === null) return;
  const own = node as { control?: unknown; do?: unknown; level?: unknown };
  const code = typeof own.control === 'string' ? own.control : control;
  if (own.do !== undefined && code === '')
    throw new Error('a deed of the policy without a control');
  if (own.do === 'alert') add(code, own.level as Level);
  if (own.do === 'halt') add(code, 'halt');
  const parts = node instanceof Map ? [...node.values()] : Object.values(node);
  for (const part of parts) collectPolicy(part, code, add);
}

function listSources(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && one.name.endsWith('.ts'))
    .map((one) => join(one.parentPath, one.name));
}
