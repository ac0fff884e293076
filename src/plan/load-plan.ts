// Reads a configuration and checks it as a whole: everything a session is made of, before anything
// runs.
import type { FindCompiled, Plan, PlannedStrategy, StrategyCatalog } from './plan.js';
import {
  faultAt,
  loadCalendars,
  type LoadedText,
  describeFormerKeys,
  parseConfig,
  parsePart,
  readText,
  loadNamed,
  resolveBeside,
  withPlace,
} from '../config/index.js';
import type { CacheSettings, PreparedRecording } from '../recordings/index.js';
import {
  fail,
  type Fault,
  type Instrument,
  findNearestName,
  ok,
  type Result,
} from '../domain/index.js';
import { isStrategyDefinition, type StrategyDefinition } from '../strategy/index.js';
import {
  pickCompiled,
  loadStrategy,
  type LoadedStrategy,
  findFolderFault,
  findPinFault,
} from '../strategy-loader/index.js';
import { findInvalidParam, findSecretParam, findUnpriced } from './check-params.js';
import { checkVenue } from './check-venue.js';
import { type SessionConfig, sessionSchema } from './config-schema.js';
import { findLiveFault, type LoadedLimits, loadLimits, toLiveFacts } from './load-limits.js';
import { loadPolicy } from './load-policy.js';
import { DEFAULT_LOADED_PROFILE, type LoadedProfile } from './loaded-profile.js';
import { collectInstruments } from './plan-instruments.js';
import { preparePlanned } from './plan-recording.js';

/**
 * Reads and checks a configuration. Every fault names file, line and column where there is one.
 * `recorded` says how to read its recordings, or has them prepared. Own strategies of a live
 * configuration run the texts of `findCompiled`, where given.
 */
export async function loadPlan(
  file: string,
  registry: StrategyCatalog,
  recorded?: CacheSettings | PreparedRecording,
  findCompiled?: FindCompiled,
): Promise<Result<Plan>> {
  const source = readText(file);
  if (!source.ok) return source;
  const parsed = parseConfig(source.value, sessionSchema);
  if (!parsed.ok) return parsed;
  const config = parsed.value;
  const authority = await checkVenue(source.value, config);
  if (!authority.ok) return authority;
  const limits = loadLimits(source.value, config);
  if (!limits.ok) return limits;
  const calendars = loadNamed(source.value, 'calendars', config.calendars, loadCalendars);
  if (!calendars.ok) return calendars;
  const profile = await loadPlanProfile(source.value, config);
  if (!profile.ok) return profile;
  const policy = loadNamed(source.value, 'policy', config.policy, loadPolicy);
  if (!policy.ok) return policy;
  const strategies = await loadStrategies(source.value, config, registry, findCompiled);
  if (!strategies.ok) return strategies;
  const secret = findSecret(source.value, strategies.value);
  if (secret !== undefined) return { ok: false, fault: secret };
  const recording = await preparePlanned(source.value, config, recorded);
  if (!recording.ok) return recording;
  const instruments = collectInstruments(source.value, config, strategies.value, recording.value);
  if (!instruments.ok) return instruments;
  const live = checkLive(source.value, config, limits.value, instruments.value, strategies.value);
  if (!live.ok) return live;
  const unpriced = findUnpriced(source.value, config, instruments.value);
  if (unpriced !== undefined) return { ok: false, fault: unpriced };
  const invalid = findFirstInvalidParam(source.value, strategies.value, instruments.value);
  if (invalid !== undefined) return { ok: false, fault: invalid };
  return ok({
    file,
    source: source.value,
    config,
    ...limits.value,
    calendars: calendars.value,
    venue: profile.value,
    authority: authority.value,
    policy: policy.value,
    strategies: strategies.value,
    instruments: instruments.value,
    recording: recording.value,
    notes: listNotes(source.value, strategies.value),
  });
}

function listNotes(source: LoadedText, strategies: readonly PlannedStrategy[]): readonly string[] {
  return [
    ...describeFormerKeys(source, [], sessionSchema),
    ...strategies.flatMap(({ definition }, i) =>
      describeFormerKeys(source, ['strategies', i, 'params'], definition.params),
    ),
  ];
}

function findFirstInvalidParam(
  source: LoadedText,
  strategies: readonly PlannedStrategy[],
  instruments: readonly Instrument[],
): Fault | undefined {
  return strategies
    .map((one, i) => findInvalidParam(source, i, one.definition, one.params, instruments))
    .find((found) => found !== undefined);
}

/** First parameter with the name of a secret. */
function findSecret(source: LoadedText, strategies: readonly PlannedStrategy[]): Fault | undefined {
  return strategies
    .map(({ rawParams, params }, i) => findSecretParam(source, i, [rawParams, params]))
    .find((found) => found !== undefined);
}

/** Loads the parser of profile files only for a file. */
async function loadPlanProfile(
  source: LoadedText,
  { profile: file }: SessionConfig,
): Promise<Result<LoadedProfile>> {
  if (file === undefined) return ok(DEFAULT_LOADED_PROFILE);
  const { loadProfile } = await import('./load-profile.js');
  return loadNamed(source, 'profile', file, loadProfile);
}

/** A live configuration states every required limit and switches none off. */
function checkLive(
  source: LoadedText,
  { limits, venue }: SessionConfig,
  { limitsSource }: LoadedLimits,
  instruments: readonly Instrument[],
  strategies: readonly PlannedStrategy[],
): Result<unknown> {
  if (venue?.environment !== 'live') return ok(undefined);
  const facts = toLiveFacts(instruments, strategies);
  const at = typeof limits === 'object' ? ['limits'] : [];
  const fault = findLiveFault(limitsSource, source, facts, at);
  return fault === undefined ? ok(undefined) : { ok: false, fault };
}

interface StrategyText {
  readonly entry: SessionConfig['strategies'][number];
  readonly text: LoadedText;
}

/**
 * Texts of the strategies with checked hashes, before any is loaded: loading a file runs its code.
 */
function findMeantTexts(
  source: LoadedText,
  config: SessionConfig,
  registry: StrategyCatalog,
): Result<readonly StrategyText[]> {
  const texts: StrategyText[] = [];
  for (const [index, entry] of config.strategies.entries()) {
    const path = ['strategies', index, 'strategy'];
    const text = findStrategyText(source, entry.strategy, path, registry);
    if (!text.ok) return text;
    texts.push({ entry, text: text.value });
  }
  const pinned = texts.map(({ entry: { name, sha256, strategy }, text: { text } }) => {
    return { name: name ?? strategy, text, sha256 };
  });
  const isLive = config.venue?.environment === 'live';
  const own = texts.flatMap(({ entry, text: { file } }, index) => {
    return registry.get(entry.strategy)?.file === file ? [] : [{ index, file }];
  });
  const { strategyFolder } = config;
  const isBound = isLive || strategyFolder !== undefined;
  const fault =
    (isBound ? findFolderFault(source, strategyFolder, own) : undefined) ??
    findPinFault(source, pinned, isLive);
  return fault === undefined ? ok(texts) : { ok: false, fault };
}

async function loadStrategies(
  source: LoadedText,
  config: SessionConfig,
  registry: StrategyCatalog,
  findCompiled: FindCompiled | undefined,
): Promise<Result<readonly PlannedStrategy[]>> {
  const meant = findMeantTexts(source, config, registry);
  if (!meant.ok) return meant;
  const findPinned = config.venue?.environment === 'live' ? findCompiled : undefined;
  const planned: PlannedStrategy[] = [];
  for (const [index, { entry, text }] of meant.value.entries()) {
    const path = ['strategies', index, 'strategy'];
    const shipped = registry.get(entry.strategy);
    const loaded =
      shipped?.file === text.file
        ? ok(shipped)
        : await loadOwn(source.file, entry.strategy, text, findPinned);
    if (!loaded.ok) return loaded;
    const checked = checkDefinition(text.file, loaded.value.definition);
    if (!checked.ok) return checked;
    const definition = checked.value;
    const at = ['strategies', index, 'params'];
    const params = parsePart(source, at, entry.params, definition.params);
    if (!params.ok) return params;
    const name = entry.name ?? definition.id;
    if (planned.some((other) => other.name === name)) {
      return {
        ok: false,
        fault: faultAt(
          source,
          path,
          'config.value',
          `the name ${name} is already in use: choose another`,
        ),
      };
    }
    planned.push({
      name,
      definition,
      reference: entry.strategy,
      source: text,
      rawParams: entry.params,
      params: params.value,
      ...('renew' in loaded.value ? toOwnFile(loaded.value) : {}),
    });
  }
  return ok(planned);
}

async function loadOwn(
  config: string,
  path: string,
  text: LoadedText,
  findPinned: FindCompiled | undefined,
): Promise<Result<LoadedStrategy>> {
  if (findPinned === undefined) return loadStrategy(text);
  const pinned = findPinned(config);
  if (!pinned.ok) return pinned;
  const compiled = pickCompiled(pinned.value, path, text);
  return compiled.ok ? loadStrategy(text, compiled.value) : compiled;
}

function toOwnFile({ compiled, file, locate, renew }: LoadedStrategy) {
  return {
    compiled,
    locate,
    renew: () => {
      const renewed = renew();
      return renewed.ok ? checkDefinition(file, renewed.value) : renewed;
    },
  };
}

function checkDefinition(file: string, definition: unknown): Result<StrategyDefinition> {
  if (isStrategyDefinition(definition)) return ok(definition);
  const message = 'expected a strategy made by defineStrategy, found something else';
  return fail('strategy.export', message, file);
}

function findStrategyText(
  source: LoadedText,
  reference: string,
  path: readonly (string | number)[],
  registry: StrategyCatalog,
): Result<LoadedText> {
  const isPath = /[/\\]|\.[cm]?[jt]s$/.test(reference);
  const shipped = registry.get(reference);
  if (!isPath && shipped === undefined) {
    const known = [...registry.keys()];
    const near = findNearestName(reference, known);
    const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
    const message =
      `expected a strategy's id (${known.join(', ')}) or a path, ` +
      `found \`${reference}\`${hint}`;
    return { ok: false, fault: faultAt(source, path, 'strategy.unknown', message) };
  }
  const text = readText(shipped?.file ?? resolveBeside(source.file, reference));
  return text.ok ? text : withPlace(source, path, text.fault);
}
