// weir controls: lists the risk controls, with their effects, owners and drills.
import { createHash } from 'node:crypto';
import { localDisk } from '../../journal/index.js';
import { type ControlRow, defaultLimits, type Limits, listControls } from '../../risk/index.js';
import type { ControlCounts, ControlHistory } from '../../session/index.js';
import { type DrillRecord, findDrillLog, findLastDrill, readDrills } from '../dev/drill-log.js';
import { formatTable } from '../markdown-table.js';
import {
  clearProgress,
  createPace,
  EXIT,
  print,
  printText,
  showProgress,
  unwrap,
} from '../output.js';
import { readPlan } from '../read-plan.js';

export interface ControlsArguments {
  readonly config?: string | undefined;
  readonly state?: string | undefined;
  readonly drills?: string | undefined;
  readonly json: boolean;
}

/** A control with `owner`, `lastDrill` and `did`, if they are known. */
type Assessed = ControlRow & {
  readonly owner?: string;
  readonly lastDrill?: Pick<DrillRecord, 'at' | 'path' | 'isKept'>;
  readonly did?: ControlCounts;
};

interface Assessment {
  readonly controls: readonly Assessed[];
  readonly drills: readonly DrillRecord[];
  readonly history?: Omit<ControlHistory, 'controls'>;
}

/** Number of newest drills shown. */
const MOST_DRILLS = 20;

export async function showControls({
  config,
  drills: log = findDrillLog(),
  json,
  state,
}: ControlsArguments): Promise<number> {
  const { limits, owners } = await readOwn(config);
  const drills = unwrap(readDrills(log));
  const history = state === undefined ? undefined : await readHistory(state);
  const controls = listControls(limits).map((row): Assessed => {
    const owner = owners[row.id] ?? owners['all'];
    const last = findLastDrill(drills, row.id);
    const did = history?.controls[row.id];
    return {
      ...row,
      ...(owner === undefined ? {} : { owner }),
      ...(last === undefined
        ? {}
        : { lastDrill: { at: last.at, path: last.path, isKept: last.isKept } }),
      ...(did === undefined ? {} : { did }),
    };
  });
  const changed = history === undefined ? {} : { history: withoutControls(history) };
  const assessment = { controls, drills: drills.slice(-MOST_DRILLS), ...changed };
  const sha256 = createHash('sha256').update(JSON.stringify(assessment)).digest('hex');
  if (json) printText(JSON.stringify({ ...assessment, sha256 }, undefined, 2));
  else show(assessment, sha256);
  return EXIT.done;
}

/** Limits and owners of a session with this configuration. */
async function readOwn(
  config: string | undefined,
): Promise<{ readonly limits: Limits; readonly owners: Readonly<Record<string, string>> }> {
  if (config === undefined) return { limits: defaultLimits(), owners: {} };
  const { loadRegistry } = await import('../registry.js');
  const plan = await readPlan(config, await loadRegistry(), 'off');
  return { limits: plan.limits, owners: plan.config.owners };
}

async function readHistory(folder: string): Promise<ControlHistory> {
  const { readControlHistory } = await import('../../session/index.js');
  const isDue = createPace();
  const read = readControlHistory(localDisk, folder, (records) => {
    if (isDue()) showProgress(`${String(records)} records`);
  });
  clearProgress();
  return unwrap(read);
}

function withoutControls({ controls: _, ...rest }: ControlHistory) {
  return rest;
}

function show({ controls, drills, history }: Assessment, sha256: string): void {
  for (const row of controls) showControl(row);
  if (history !== undefined) showHistory(history);
  if (drills.length > 0) {
    const rows = drills.map(({ at, path, isKept, worst, share }) => {
      const figure = share === null ? 'never came' : `${(100 * share).toFixed(0)} % of its budget`;
      return [at, path, isKept ? 'within its budgets' : 'NOT within them', `${worst}: ${figure}`];
    });
    printText(formatTable([['Drill', 'Path', 'Result', 'Worst step'], ...rows]));
  }
  print(`assessment ${sha256}`);
}

function showControl({ did, lastDrill, owner, ...row }: Assessed): void {
  print(`${row.id}  ${row.summary} (${row.kind}, ${row.stage}, ${row.class}/${row.live})`);
  print(`      against  ${row.mitigates}`);
  print(`      limit    ${row.limit}`);
  print(`      action   ${row.action}`);
  print(`      tests    ${row.tests.join(', ') || 'none: (later)'}`);
  if (owner !== undefined) print(`      owner    ${owner}`);
  if (lastDrill !== undefined) {
    const { at, path, isKept } = lastDrill;
    print(`      drill    ${path}, ${at}${isKept ? '' : ', NOT within its budgets'}`);
  }
  if (did !== undefined) {
    const { refused, halts, alerts, overridden, lastAt } = did;
    const counts = [`refused ${String(refused)}`, `halts ${String(halts)}`];
    counts.push(`alerts ${String(alerts)}`, `overridden ${String(overridden)}`);
    print(`      did      ${counts.join(', ')}; last ${lastAt}`);
  }
}

function showHistory(history: NonNullable<Assessment['history']>): void {
  const { epochs, from, incidentCount, incidents, records, to } = history;
  print(`journal ${from} to ${to}: ${String(records)} records, ${String(epochs)} epochs`);
  if (incidents.length < incidentCount) {
    print(`the newest ${String(incidents.length)} of ${String(incidentCount)} incidents:`);
  }
  if (incidents.length === 0) {
    print('no halt, resume or override');
    return;
  }
  const rows = incidents.map(({ at, kind, rule, by, text, writtenAt }) => {
    return [at, writtenAt, kind, rule, by, text];
  });
  printText(formatTable([['At', 'Written', 'What', 'Control', 'By', 'Why'], ...rows]));
}
