// Halts on serious errors in the reads and logins of a command: they stop the bot of the login too.
import { toCallGroup } from '../policy/index.js';
import type { FinishedCall as SeenCall, CallListener } from '../client/index.js';
import { describeSupportBundle, type Halt } from '../domain/events/index.js';
import type { CallBotOptions } from './options.js';
import { withDeadBot } from '../control/index.js';
import { SUPPORT_TYPE, toIdentity } from '../recovery/index.js';
import { openStateDirectory } from '../state/index.js';
import { haltBeside } from './halts.js';
import { parseJson } from '../protocol/index.js';
import { CallPolicy } from './policy.js';
import { formatHalt, writePack } from '../session/index.js';
import type { SessionClock } from '../host/index.js';

/** Collects the calls of a client for a later check. */
export interface SeenCalls {
  readonly onCall: CallListener;
  /** Calls since the last `take`; keeps them. */
  readonly list: () => readonly SeenCall[];
  /** Calls since the last `take`; removes them. */
  take(): readonly SeenCall[];
}

/** Most calls kept until `take`; later ones are dropped. */
const MAX_SEEN = 10_000;
const READ_GROUPS: ReadonlySet<string> = new Set(['login', 'renew', 'data', 'find', 'stp']);

export function createSeenCalls(): SeenCalls {
  let seen: SeenCall[] = [];
  return {
    onCall: (facts) => {
      if (seen.length < MAX_SEEN) seen.push(facts);
    },
    list: () => seen,
    take: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
  };
}

export interface ReadsOptions extends Omit<CallBotOptions, 'folder'> {
  readonly clock: SessionClock;
  /** Folder for a support bundle. */
  readonly packs: string;
  readonly notify: (message: string) => void;
}

/** Latches the halts; no other process of this command may have the login's lock. */
export async function haltOnReads(
  options: ReadsOptions,
  seen: readonly SeenCall[],
): Promise<readonly Halt[]> {
  const { clock, packs, plan, ports, notify } = options;
  const { config, policy, venue } = plan;
  const engine = new CallPolicy({
    policy: policy.policy,
    login: config.login,
    before: [],
    isProbe: true,
    seriousWords: venue.profile.seriousWords,
  });
  const scope = { strategy: '', symbol: '', type: '', coId: '' };
  const verdicts = seen.flatMap(({ route, exchange }) => {
    const group = toCallGroup(route);
    if (!READ_GROUPS.has(group)) return [];
    const { status } = exchange;
    const transport = exchange.ok ? undefined : exchange.transport;
    const facts = { group, status, transport, code: '', message: findSerious(plan, exchange) };
    return [engine.evaluate({ at: clock.now(), scope, facts })];
  });
  const found = verdicts.find(({ halts }) => halts.length > 0);
  if (found === undefined) return [];
  const { clock: machine, host } = ports;
  const [wall, mono] = [machine.wallMillis(), machine.monoMicros()];
  const stamp = { session: clock.now(), wall, mono, boot: host.boot };
  const troubles = await haltBeside(options, found, stamp);
  for (const words of [...found.halts.map(formatHalt), ...troubles]) notify(words);
  const place = { disk: ports.disk, folder: packs, writer: host.processId, notify };
  for (const halt of found.halts) {
    const file = writePack(place, halt, seen);
    if (file === undefined) continue;
    notify(describeSupportBundle(file));
    const journaled = await journalPack(options, file);
    if (journaled !== undefined) notify(journaled);
  }
  return found.halts;
}

/**
 * Journals the bundle so that `weir status` names it. A running bot has its own journal and bundle.
 */
async function journalPack(
  { plan, ports, login, state: dir }: ReadsOptions,
  file: string,
): Promise<string | undefined> {
  const { disk, host } = ports;
  const { drawTag, userId } = host;
  const statePorts = { disk, userId, drawTag };
  const state = openStateDirectory(statePorts, dir, toIdentity(plan, login));
  if (!state.ok) return state.fault.message;
  const written = await withDeadBot(ports, state.value, ({ append }) => {
    return append([SUPPORT_TYPE, { file }]);
  });
  return written.ok || written.fault.code === 'state.locked' ? undefined : written.fault.message;
}

/**
 * Only the serious texts that a response contains, since it may repeat a secret. Valid data is
 * skipped: it may be old and prove nothing.
 */
function findSerious(
  { policy: { policy }, venue }: CallBotOptions['plan'],
  exchange: SeenCall['exchange'],
): string {
  if (!exchange.ok) return '';
  const { body, status } = exchange;
  if (status >= 200 && status < 300 && parseJson(body) !== undefined) return '';
  const said = body.toLowerCase();
  const texts = [...policy.seriousTexts, ...venue.profile.seriousWords];
  return texts.filter((word) => said.includes(word.toLowerCase())).join(', ');
}
