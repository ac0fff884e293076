// weir venue conformance: checks a venue against the profile's assumptions, and suggests changes.
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { stringify } from 'yaml';
import {
  type ConformanceResult,
  type Extra,
  formatReport,
  runConformance,
  toProfileFile,
  toRows,
  type WriteTools,
} from '../../conformance/index.js';
import { formatFault, formatInstant } from '../../domain/index.js';
import { ROUTES } from '../../protocol/index.js';
import { createFolder, openClock } from '../../session/index.js';
import { findProfile, type Plan } from '../../plan/index.js';
import { createSeenCalls, haltOnReads, runManualCall } from '../../manual-calls/index.js';
import { findLiveAccount, toIdentity } from '../../recovery/index.js';
import { placeState } from '../../state/index.js';
import { realPorts } from '../../host/index.js';
import { EXIT, print, printText, printNote, unwrap } from '../output.js';
import { readPlan } from '../read-plan.js';
import { readOwnLogin } from './read-credentials.js';
import { loadRegistry } from '../registry.js';
import { checkFiles, checkPlace } from '../bot/start-controls.js';
import { usageError } from '../parser/usage.js';
import { askConsent } from './confirm-call.js';
import type { VenueArguments } from './venue-options.js';
import { printValue } from './venue-show.js';

export async function conformance(options: VenueArguments): Promise<number> {
  const { config, json, out } = options;
  if (config === undefined) throw usageError('expected --config FILE, found none');
  const extras = readExtras(options);
  if (extras.size > 0) checkFiles();
  const plan = await readPlan(config, await loadRegistry());
  const account = extras.size > 0 ? findLiveAccount(plan) : '';
  await askConsent(
    `${account} ${toPhrase(extras)}`.trim(),
    'trades of the least size, and records of STP',
    options.confirm,
  );
  if (extras.size > 0) checkPlace(plan);
  const login = readOwnLogin(plan);
  const { baseUrl, ca, ...credentials } = login;
  const state = unwrap(placeState(realPorts, options.state, toIdentity(plan, login)));
  const clock = unwrap(await openClock(plan, baseUrl, realPorts));
  const folder = unwrap(createFolder(out, 'conformance'));
  const seen = createSeenCalls();
  const own = { ports: realPorts, plan, clock, login, state, notify: printNote, packs: folder };
  const venue = {
    baseUrl,
    ca,
    credentials,
    instruments: plan.instruments,
    pause: () => setTimeout(PAUSE_MS),
    now: () => clock.now(),
    onCall: seen.onCall,
  };
  const result = unwrap(
    await runConformance(venue, {
      profile: findProfile(plan),
      sets: [],
      notify: printNote,
      extras,
      tools: createTools(own, folder, seen),
    }),
  );
  const halts = await haltOnReads(own, seen.take());
  write(folder, plan, result, baseUrl, formatInstant(clock.now()));
  if (json) printText(JSON.stringify({ ...result, profile: toFile(plan, result), folder }));
  else {
    printValue(toRows(result));
    print(`report ${join(folder, 'conformance.md')}`);
    print(`profile ${join(folder, 'profile.yaml')}`);
  }
  if (halts.length > 0) return EXIT.halted;
  const isRight = result.points.every(({ verdict }) => verdict !== 'differs');
  return isRight ? EXIT.done : EXIT.fault;
}

const EXTRAS: readonly Extra[] = ['orders', 'back-office', 'stp', 'limits'];

function readExtras(options: VenueArguments): ReadonlySet<Extra> {
  const extras = new Set(EXTRAS.filter((name) => options[name]));
  if (extras.has('back-office') && !extras.has('orders')) {
    throw usageError('--back-office needs --orders: it books trades like the fill of an order');
  }
  return extras;
}

/** The phrase to type: each kind of call for which `weir venue` asks confirmation, once. */
function toPhrase(extras: ReadonlySet<Extra>): string {
  const backOffice = ['bookTrade', 'amendTrade', 'rollTrade', 'cancelTrades'];
  const calls = [
    ...(extras.has('back-office') ? backOffice : []),
    ...(extras.has('stp') ? ['stpResend'] : []),
  ];
  return calls.join(' ');
}

/** Pause between two reads, milliseconds. */
const PAUSE_MS = 250;

/** Sends every order and request through the gate and the journal of the login. */
function createTools(
  own: Parameters<typeof haltOnReads>[0],
  folder: string,
  seen: ReturnType<typeof createSeenCalls>,
): WriteTools {
  let calls = 0;
  return {
    idPrefix: `conf-${String(own.clock.now())}`,
    send: async (client, id, input) => {
      calls += 1;
      const made = createFolder(join(folder, `call-${String(calls)}-${id}`), 'venue');
      if (!made.ok) return formatFault(made.fault);
      const route = ROUTES[id];
      await haltOnReads(own, seen.take());
      const parts = { ...own, client, route, input, calls: seen.list };
      const call = { ...parts, folder: made.value, isProbe: true } as const;
      const outcome = await runManualCall(call);
      return outcome.ok ? undefined : formatFault(outcome.fault);
    },
    keep: (records) => {
      appendFileSync(join(folder, 'stp.jsonl'), `${records}\n`);
    },
  };
}

function toFile({ venue }: Plan, { changes }: ConformanceResult) {
  return toProfileFile([venue.changes, ...changes]);
}

function write(
  folder: string,
  plan: Plan,
  result: ConformanceResult,
  baseUrl: string,
  at: string,
): void {
  const file = toFile(plan, result);
  const text = Object.keys(file).length === 0 ? '{}\n' : stringify(file);
  writeFileSync(
    join(folder, 'profile.yaml'),
    `# Where ${baseUrl} differs from the published interface, ${at}.\n${text}`,
  );
  writeFileSync(join(folder, 'conformance.md'), formatReport(result, baseUrl, at));
}
