// weir check FILE: checks a configuration without running it, and lists its facts.
import { formatInstant } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import { describeRefusedParent, formatCount, formatGrouped } from '../../report/index.js';
import { listControlsOff, listUnreachableLimits, listTradable } from '../../risk/index.js';
import { describeChanges } from '../../recovery/index.js';
import { findLimitChanges } from '../../session/index.js';
import { type Plan } from '../../plan/index.js';
import { realPorts } from '../../host/index.js';
import { type LoadedText, readText } from '../../config/index.js';
import { foreseeParents, loadSweep, type Sweep } from '../../../backtest/index.js';
import { approve } from '../bot/approval.js';
import { checkPolicy } from './check-policy.js';
import { FILE_CHECKS, type FileFacts } from './check-file.js';
import { type FileKind, findFileKind } from '../file-kind.js';
import { EXIT, print, printText, unwrap } from '../output.js';
import { readPlan } from '../read-plan.js';
import { loadRegistry } from '../registry.js';
import { checkFiles } from '../bot/start-controls.js';
import { usageError } from '../parser/usage.js';

/** Name of the fact that makes the check fail: the limits refuse a parent of the session. */
const REFUSED = 'is refused';

export interface CheckArguments {
  readonly config?: string | undefined;
  readonly policy?: string | undefined;
  readonly explain?: string | undefined;
  readonly state?: string | undefined;
  readonly approve: boolean;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  readonly json: boolean;
}

export async function check(options: CheckArguments): Promise<number> {
  const { config, policy, explain, json } = options;
  if (policy !== undefined || explain !== undefined) {
    if (config === undefined) return checkPolicy({ policy, explain, json });
    throw usageError(`expected a file or a policy to check, found also \`${config}\``);
  }
  if (config === undefined) {
    throw usageError('expected `weir check <config>`, found nothing more');
  }
  const source = unwrap(readText(config));
  const kind = findFileKind(source);
  if (options.approve && kind !== 'session') {
    throw usageError(`expected the configuration of a session with --approve, found a ${kind}`);
  }
  if (options.approve) checkFiles();
  const facts = await describeFile(kind, source, options);
  if (json) printText(JSON.stringify(facts, undefined, 2));
  else for (const [name, value] of Object.entries(facts)) print(`${name.padEnd(14)} ${value}`);
  return REFUSED in facts ? EXIT.fault : EXIT.done;
}

async function describeFile(
  kind: FileKind,
  source: LoadedText,
  options: CheckArguments,
): Promise<FileFacts> {
  const { file } = source;
  if (kind === 'session') {
    return describeSession(await readPlan(file, await loadRegistry(), 'off'), options);
  }
  if (kind === 'sweep') {
    return describeSweep(unwrap(await loadSweep(file, await loadRegistry(), 'off')));
  }
  return unwrap(await FILE_CHECKS[kind](source));
}

function describeSweep({ config, names, combinations, invalidCount }: Sweep): FileFacts {
  const search = config.random === undefined ? 'grid' : 'random';
  return {
    kind: 'sweep',
    session: config.session,
    search,
    ranges: names.join(', '),
    combinations: formatGrouped(combinations.length),
    ...(invalidCount === 0 ? {} : { 'left out': `${formatGrouped(invalidCount)} invalid ones` }),
    objective: `${config.objective.best} ${config.objective.figure}`,
  };
}

function describeSession(plan: Plan, options: CheckArguments): Readonly<Record<string, string>> {
  const facts = { ...describe(plan, options.state), ...describeRefused(plan) };
  return options.approve ? { ...facts, approved: approve(plan, options) } : facts;
}

/** Parents that the limits refuse whole; a backtest without stated limits is not bound by them. */
function describeRefused(plan: Plan): Readonly<Record<string, string>> {
  const refused = unwrap(foreseeParents(plan));
  if (refused.length === 0) return {};
  const name = plan.limitsSource === undefined ? 'paper refuses' : REFUSED;
  return { [name]: refused.map(describeRefusedParent).join('; ') };
}

function describe(plan: Plan, state: string | undefined): Readonly<Record<string, string>> {
  const { config, recording, instruments, strategies } = plan;
  const facts = recording?.facts;
  return {
    name: config.name,
    strategies: strategies.map(({ name, definition }) => `${name} (${definition.id})`).join(', '),
    instruments: instruments
      .map(({ symbol, ratePrecision, minSize, sizeIncrement, baseDecimals }) => {
        const least = formatShortest(minSize, baseDecimals);
        const step = formatShortest(sizeIncrement, baseDecimals);
        return `${symbol} (${String(ratePrecision)} decimals, least ${least}, step ${step})`;
      })
      .join(', '),
    ...(facts === undefined
      ? {}
      : {
          recording:
            `${formatCount(facts.count, 'rate')}, ` +
            `${formatInstant(facts.firstAt)} to ${formatInstant(facts.lastAt)}`,
          ...(facts.skippedCount === 0
            ? {}
            : { 'left out': `${String(facts.skippedCount)} bad rows` }),
          ...(facts.doubts.length === 0 ? {} : { WARNING: facts.doubts.join('; ') }),
        }),
    ...describeLimits(plan, state),
    runs: [
      ...(recording === undefined ? [] : ['backtest']),
      ...(recording === undefined || config.simulator === undefined ? [] : ['paper']),
      ...(config.venue === undefined ? [] : ['run']),
    ].join(', '),
  };
}

/** Limits in force, rules that are off, and what the next start requires for changed limits. */
function describeLimits(plan: Plan, state: string | undefined): Readonly<Record<string, string>> {
  const { config, limits } = plan;
  const off = listControlsOff(limits);
  const dead = listUnreachableLimits(limits, plan.instruments);
  const changes = findLimitChanges(plan, realPorts, state);
  const isLooser = changes?.some((change) => change.isLooser) === true;
  const need = isLooser ? ' (a start needs --accept-limit-increase)' : '';
  return {
    ...(config.venue === undefined ? {} : { environment: config.venue.environment }),
    limits: typeof config.limits === 'object' ? 'here' : (config.limits ?? 'defaults'),
    'may trade': describeTradable(plan),
    ...(dead.length === 0 ? {} : { 'but refused': dead.join('; ') }),
    ...(changes === undefined
      ? {}
      : { 'since last': changes.length === 0 ? 'same' : `${describeChanges(changes)}${need}` }),
    'controls off': off.length === 0 ? 'none' : off.join(' '),
  };
}

/** Symbols that the lists of RC01 leave to each strategy. */
function describeTradable({ instruments, limits, strategies }: Plan): string {
  const all = instruments.map(({ symbol }) => symbol);
  const rows = strategies.map(({ name }) => {
    const own = listTradable(limits.rules['RC01'], name, all);
    return `${name}: ${own.length === 0 ? 'nothing (RC01)' : own.join(' ')}`;
  });
  return rows.join(', ');
}
