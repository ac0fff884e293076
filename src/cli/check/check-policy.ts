// weir check --policy and --explain: lists the rules of a policy, or explains one case.
import { locate } from '../../config/index.js';
import {
  type Explanation,
  explainCase,
  type Policy,
  type PolicyRow,
  formatActions,
  formatPolicy,
  formatStep,
} from '../../policy/index.js';
import { type LoadedPolicy, loadPolicy } from '../../plan/index.js';
import { EXIT, print, printText, unwrap } from '../output.js';

interface PolicyArguments {
  /** The default policy when absent. */
  readonly policy: string | undefined;
  readonly explain: string | undefined;
  readonly json: boolean;
}

export function checkPolicy({ policy: file, explain, json }: PolicyArguments): number {
  const loaded = unwrap(loadPolicy(file));
  if (explain !== undefined) {
    const found = unwrap(explainCase(loaded.policy, explain), EXIT.usage);
    const facts = describeCase(loaded, found);
    if (json) printText(JSON.stringify(facts, undefined, 2));
    else for (const [name, value] of facts) print(`${name.padEnd(8)} ${value}`);
    return EXIT.done;
  }
  const rows = listRows(loaded);
  const { name, version } = loaded.policy;
  if (json) printText(JSON.stringify({ name, version, rules: rows }, undefined, 2));
  else printTable(loaded.policy, rows);
  return EXIT.done;
}

interface Row {
  readonly line: number;
  readonly rule: string;
  readonly calls: string;
  readonly class: string;
  readonly does: string;
}

function listRows({ policy, source }: LoadedPolicy): readonly Row[] {
  return formatPolicy(policy).map(({ path, name: rule, calls, class: found, does }: PolicyRow) => {
    return { line: locate(source, path)?.line ?? 0, rule, calls, class: found, does };
  });
}

function printTable({ name, version }: Policy, rows: readonly Row[]): void {
  print(`policy ${name}, version ${version}: ${String(rows.length)} rules`);
  print('');
  const cells = rows.map(({ line, rule, calls, class: found, does }) => {
    return [String(line), rule, calls, found, does];
  });
  const table = [['line', 'rule', 'calls', 'class', 'does'], ...cells];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  for (const row of table) {
    print(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** Names and values, in the order of output. */
function describeCase(
  { source }: LoadedPolicy,
  { rules, class: found, counters }: Explanation,
): readonly (readonly [string, string])[] {
  const file = source.file;
  const place = (path: readonly (string | number)[]) =>
    `${file}:${String(locate(source, path)?.line ?? 0)}`;
  return [
    ...rules.flatMap(({ name, path, control, actions, steps }): (readonly [string, string])[] => [
      ['rule', `${name} (${control}), ${place(path)}`],
      ...(actions.length === 0 ? [] : [['does', formatActions(actions)] as const]),
      ...steps.map((step) => ['step', formatStep(step)] as const),
    ]),
    ['class', found],
    ...counters.map(({ name, step }) => ['counter', `${name}: ${formatStep(step)}`] as const),
  ];
}
