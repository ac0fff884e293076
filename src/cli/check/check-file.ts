// weir check for files other than sessions: checks them and the files they name, and lists facts.
import { dirname } from 'node:path';
import {
  loadCalendars,
  type LoadedText,
  parseConfig,
  readText,
  resolveBeside,
  withPlace,
} from '../../config/index.js';
import { ok, type Result } from '../../domain/index.js';
import { listControlsOff } from '../../risk/index.js';
import { findLiveFault, loadPolicy, loadProfile, parseLimits } from '../../plan/index.js';
import {
  checkSimulator,
  type ScenarioConfig,
  scenarioSchema,
  type SimulatorConfig,
  simulatorSchema,
  toSimulatorSettings,
} from '../../simulator/index.js';
import type { FileKind } from '../file-kind.js';

/** Facts about a file, by name. */
export type FileFacts = Readonly<Record<string, string>>;

type CheckFile = (source: LoadedText) => Result<FileFacts> | Promise<Result<FileFacts>>;

export const FILE_CHECKS: Readonly<Record<Exclude<FileKind, 'session' | 'sweep'>, CheckFile>> = {
  simulator: checkSimulatorFile,
  scenario: (source) => {
    const parsed = parseConfig(source, scenarioSchema);
    if (!parsed.ok) return parsed;
    const { seed, faults } = parsed.value;
    const effects = new Set(faults.map(({ effect }) => effect.kind));
    return ok({
      kind: 'scenario',
      faults: String(faults.length),
      effects: [...effects].join(', '),
      seed: String(seed),
    });
  },
  profile: (source) => {
    const loaded = loadProfile(source.file);
    if (!loaded.ok) return loaded;
    return ok({ kind: 'profile', changes: listOr(Object.keys(loaded.value.changes), 'none') });
  },
  limits: (source) => {
    const limits = parseLimits(source);
    if (!limits.ok) return limits;
    const off = listControlsOff(limits.value);
    const lacks = findLiveFault(source, source, { symbols: [], strategies: [] });
    const fits = lacks === undefined ? 'yes, with bands and strategies of the session' : 'no';
    return ok({ kind: 'limits', 'controls off': listOr(off, 'none'), 'fit for live': fits });
  },
  calendars: (source) => {
    const loaded = loadCalendars(source.file);
    return loaded.ok ? ok({ kind: 'calendars' }) : loaded;
  },
  policy: (source) => {
    const loaded = loadPolicy(source.file);
    if (!loaded.ok) return loaded;
    const { name, version } = loaded.value.policy;
    return ok({ kind: 'policy', name, version });
  },
};

/** Checks the file and those it names, and assembles the simulator without listening. */
async function checkSimulatorFile(source: LoadedText): Promise<Result<FileFacts>> {
  const parsed = parseConfig(source, simulatorSchema);
  if (!parsed.ok) return parsed;
  const config = parsed.value;
  const calendars = loadNamed(source, config, 'calendars', loadCalendars);
  if (!calendars.ok) return calendars;
  const profile = loadNamed(source, config, 'profile', loadProfile);
  if (!profile.ok) return profile;
  const scenario = loadNamed(source, config, 'scenario', loadScenario);
  if (!scenario.ok) return scenario;
  const settings = toSimulatorSettings(config, dirname(source.file), 'check');
  const checked = await checkSimulator({
    ...settings,
    venue: { ...settings.venue, calendars: calendars.value.calendars },
    profile: profile.value.profile,
    ...(scenario.value === undefined ? {} : { scenario: scenario.value }),
  });
  if (!checked.ok) return withPlace(source, [config.rates ? 'rates' : 'recording'], checked.fault);
  return ok({
    kind: 'simulator',
    listens: `${config.host}:${String(config.port)}`,
    users: config.users.map(({ user, org }) => `${user} of ${org}`).join(', '),
    symbols: checked.value.join(', '),
    faults: String(scenario.value?.faults.length ?? 0),
  });
}

function loadScenario(file?: string): Result<ScenarioConfig | undefined> {
  if (file === undefined) return ok(undefined);
  const text = readText(file);
  return text.ok ? parseConfig(text.value, scenarioSchema) : text;
}

/** Loads a file that the configuration names; without one, what `load` returns by default. */
function loadNamed<T>(
  source: LoadedText,
  config: SimulatorConfig,
  key: 'calendars' | 'profile' | 'scenario',
  load: (file?: string) => Result<T>,
): Result<T> {
  const file = config[key];
  const loaded = file === undefined ? load() : load(resolveBeside(source.file, file));
  return loaded.ok ? loaded : withPlace(source, [key], loaded.fault);
}

function listOr(names: readonly string[], none: string): string {
  return names.length === 0 ? none : names.join(', ');
}
