// Loads a sweep file with its session and checks every combination before anything runs.
import {
  faultAt,
  type LoadedText,
  parseConfig,
  readText,
  resolveBeside,
  withPlace,
} from '../../src/config/index.js';
import type { CacheSettings } from '../../src/recordings/index.js';
import { fail, type Fault, findNearestName, ok, type Result } from '../../src/domain/index.js';
import { formatPath, type Path } from '../../src/validation/index.js';
import {
  type Change,
  loadPlan,
  type Plan,
  type StrategyCatalog,
  overridePlan,
} from '../../src/plan/index.js';
import { type Combination, drawCombinations, listGrid } from './combinations.js';
import { type Range, toRange } from './ranges.js';
import { type SweepConfig, sweepSchema } from './schema.js';
import { listWindows, type Window } from './windows.js';

export interface Sweep {
  readonly source: LoadedText;
  readonly config: SweepConfig;
  /** The session as its file states it. */
  readonly plan: Plan;
  /** Names of the ranges. */
  readonly names: readonly string[];
  readonly combinations: readonly Planned[];
  /** Number of combinations left out as invalid. */
  readonly invalidCount: number;
  /** Walk-forward windows; empty without walk-forward. */
  readonly windows: readonly Window[];
}

export interface Planned {
  readonly values: Combination;
  /** The values as changes of the session's configuration. */
  readonly changes: readonly Change[];
}

/** Parts of a session that may vary, besides its strategies and its seed. */
const PARTS: readonly string[] = ['models', 'polling'];

/** Maximum number of in-sample runs of a walk-forward. */
const MAX_WINDOW_RUNS = 1_000_000;

/** A checked range: its name, and the path of its value in the session file. */
interface Axis {
  readonly name: string;
  readonly path: Path;
}

/**
 * Every fault names file, line and column. Fault codes of `parseConfig` and `loadPlan`, and
 * `sweep.unknown`, `sweep.range`, `sweep.too-many`, `sweep.combination`, `sweep.windows`.
 */
export async function loadSweep(
  file: string,
  registry: StrategyCatalog,
  cache?: CacheSettings,
): Promise<Result<Sweep>> {
  const source = readText(file);
  if (!source.ok) return source;
  const parsed = parseConfig(source.value, sweepSchema);
  if (!parsed.ok) return parsed;
  const config = parsed.value;
  const loaded = await loadPlan(resolveBeside(file, config.session), registry, cache);
  if (!loaded.ok) return withPlace(source.value, ['session'], loaded.fault);
  const plan = loaded.value;
  if (plan.recording === undefined) {
    const message = 'expected a session with `recording:`, found none';
    return placed(source.value, ['session'], 'config.missing-key', message);
  }
  const ranges = readRanges(source.value, config, plan);
  if (!ranges.ok) return ranges;
  const heat = config.heatMap?.find((name) => !ranges.value.ranges.has(name));
  if (heat !== undefined) {
    const known = [...ranges.value.ranges.keys()];
    return placed(source.value, ['heatMap'], 'sweep.unknown', expectName('range', known, heat));
  }
  const listed = listCombinations(source.value, config, ranges.value.ranges);
  if (!listed.ok) return listed;
  const checked = checkCombinations(source.value, config, plan, ranges.value.axes, listed.value);
  if (!checked.ok) return checked;
  const combinations = checked.value;
  const invalidCount = listed.value.length - combinations.length;
  const names = ranges.value.axes.map(({ name }) => name);
  const windows = findWindows(source.value, config, plan, combinations.length);
  if (!windows.ok) return windows;
  return ok({
    source: source.value,
    config,
    plan,
    names,
    combinations,
    invalidCount,
    windows: windows.value,
  });
}

/** Windows within the recording; fails if they need too many runs. */
function findWindows(
  source: LoadedText,
  { walkForward }: SweepConfig,
  { recording }: Plan,
  combinations: number,
): Result<readonly Window[]> {
  if (walkForward === undefined || recording === undefined) return ok([]);
  const windows = listWindows(recording.facts, walkForward);
  const place = ['walkForward'];
  if (!windows.ok) return placed(source, place, windows.fault.code, windows.fault.message);
  const runs = windows.value.length * combinations;
  if (runs <= MAX_WINDOW_RUNS) return windows;
  const message = `expected at most ${String(MAX_WINDOW_RUNS)} in-sample runs, found ${runs}`;
  return placed(source, place, 'sweep.too-many', message);
}

interface Ranges {
  readonly ranges: ReadonlyMap<string, Range>;
  readonly axes: readonly Axis[];
}

function readRanges(source: LoadedText, config: SweepConfig, plan: Plan): Result<Ranges> {
  const ranges = new Map<string, Range>();
  const axes: Axis[] = [];
  for (const [name, stated] of Object.entries(config.ranges)) {
    const place = ['ranges', name];
    const path = findPath(plan, name);
    if (!path.ok) return placed(source, place, path.fault.code, path.fault.message);
    const range = toRange(stated);
    if (!range.ok) return placed(source, place, range.fault.code, range.fault.message);
    if (range.value.values === undefined && config.random === undefined) {
      const message = 'expected a step beside `from` and `to`, found none: a grid needs one';
      return placed(source, place, 'sweep.range', message);
    }
    ranges.set(name, range.value);
    axes.push({ name, path: path.value });
  }
  return ok({ ranges, axes });
}

/** Path of a range's value in the session file. */
function findPath(plan: Plan, name: string): Result<Path> {
  const [top = '', ...rest] = name.split('.');
  if (name === 'seed') return ok(['seed']);
  if (PARTS.includes(top) && rest.length > 0) return ok([top, ...rest]);
  const names = plan.strategies.map((one) => one.name);
  const index = names.indexOf(top);
  if (index >= 0 && rest.length > 0) return ok(['strategies', index, 'params', ...rest]);
  const parts = PARTS.map((one) => `${one}.KEY`);
  const known = [...names.map((one) => `${one}.PARAMETER`), ...parts, 'seed'];
  const near = findNearestName(top, [...names, ...PARTS]);
  const hint = index >= 0 || near === undefined ? '' : `; did you mean \`${near}\`?`;
  const message = `expected ${known.join(', ')}, found \`${name}\`${hint}`;
  return fail('sweep.unknown', message);
}

function listCombinations(
  source: LoadedText,
  { random }: SweepConfig,
  ranges: ReadonlyMap<string, Range>,
): Result<readonly Combination[]> {
  if (random !== undefined) return ok(drawCombinations(ranges, random.samples, random.seed));
  const grid = listGrid(ranges);
  return grid.ok ? grid : placed(source, ['ranges'], grid.fault.code, grid.fault.message);
}

/** Checks each combination against the schemas of the session and its strategies. */
function checkCombinations(
  source: LoadedText,
  config: SweepConfig,
  plan: Plan,
  axes: readonly Axis[],
  combinations: readonly Combination[],
): Result<readonly Planned[]> {
  const planned: Planned[] = [];
  let first: Fault | undefined;
  for (const values of combinations) {
    const changes = axes.map(({ path }, index) => ({ path, value: values[index] }));
    const varied = overridePlan(plan, changes);
    if (varied.ok) {
      planned.push({ values, changes });
      continue;
    }
    const fault = explainCombination(source, axes, values, varied.fault);
    if (config.invalid === 'stop') return { ok: false, fault };
    first ??= fault;
  }
  return planned.length === 0 && first !== undefined ? { ok: false, fault: first } : ok(planned);
}

/** Places the fault at the range that it names, or at all ranges. */
function explainCombination(
  source: LoadedText,
  axes: readonly Axis[],
  values: Combination,
  { message }: Fault,
): Fault {
  const stated = axes.map(({ name }, index) => `${name} ${String(values[index])}`).join(', ');
  const axis = axes.find(({ path }) => {
    const isUnknown = message.includes(`found \`${String(path.at(-1))}\``);
    const said = isUnknown ? path.slice(0, -1) : path;
    return message.startsWith(`${formatPath(said)}:`);
  });
  const place = axis === undefined ? ['ranges'] : ['ranges', axis.name];
  return faultAt(source, place, 'sweep.combination', `with ${stated}: ${message}`);
}

function expectName(what: string, known: readonly string[], found: string): string {
  const near = findNearestName(found, known);
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
  return `expected a ${what} (${known.join(', ')}), found \`${found}\`${hint}`;
}

function placed(source: LoadedText, path: Path, code: string, message: string) {
  return { ok: false as const, fault: faultAt(source, path, code, message) };
}
