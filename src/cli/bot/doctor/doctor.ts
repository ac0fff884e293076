// weir doctor CONFIG: checks everything between a session and its venue, one line each, in 10 s.
import { type BoundName, realPorts } from '../../../host/index.js';
import { findIdentity } from '../../../recovery/index.js';
import { type LoginSettings, loadPlan, type Plan, readLogin } from '../../../plan/index.js';
import { placeState, toLockNames } from '../../../state/index.js';
import { spellBaseUrl } from '../../../client/index.js';
import { formatFault, type Result } from '../../../domain/index.js';
import { EXIT, print, printText } from '../../output.js';
import { forgetSecrets, SECRET_PORTS } from '../../venue/read-credentials.js';
import { keepFilesPrivate } from '../../private-files.js';
import { loadRegistry } from '../../registry.js';
import { checkApproval, checkLimits, checkState } from './check-files.js';
import { checkDisk, checkNode, checkShell } from './check-machine.js';
import { checkDns, checkTls } from './check-network.js';
import { checkVenue, leaveVenue, type VenueFindings } from './check-venue.js';
import { bad, type Finding, good, isWell, open, toBad } from './finding.js';

/** Deadline from the start of the process; the rest of ten seconds is for the output. */
const LIMIT_MS = 9_500;

type Items = Readonly<Record<string, Finding | Promise<Finding>>>;

export interface DoctorArguments {
  readonly config: string;
  readonly state?: string | undefined;
  readonly json: boolean;
}

export async function doctor({ config, state, json }: DoctorArguments): Promise<number> {
  keepFilesPrivate();
  const deadline = createDeadline();
  const planned = await loadPlan(config, await loadRegistry(), 'off');
  const items = planned.ok
    ? await examine(planned.value, state)
    : { node: checkNode(process.versions.node), configuration: toBad(planned.fault) };
  const late = open(`no result within ${String(LIMIT_MS / 1_000)} s: see to the lines above first`);
  const lines = await Promise.all(
    Object.entries(items).map(async ([item, finding]) => {
      return { item, ...(await Promise.race([finding, deadline.then(() => late)])) };
    }),
  );
  const isGood = planned.ok && lines.every(isWell);
  if (json) printText(JSON.stringify({ good: isGood, lines }, undefined, 2));
  else for (const { item, verdict, text } of lines) print(`${verdict} ${item}: ${text}`);
  // Pending checks must not keep the process alive.
  if (lines.some(({ text }) => text === late.text)) process.exit(EXIT.fault);
  return isGood ? EXIT.done : EXIT.fault;
}

function createDeadline(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, LIMIT_MS - performance.now())).unref();
  });
}

/** The checks in order: a cause comes before its consequences. */
async function examine(plan: Plan, given: string | undefined): Promise<Items> {
  const read = readLogin(plan, SECRET_PORTS);
  forgetSecrets(plan);
  const node = checkShell(plan) ?? checkNode(process.versions.node);
  const identity = findIdentity(plan);
  if (!identity.ok) return { node, configuration: toBad(identity.fault) };
  const { baseUrl, environment } = identity.value;
  const configuration = good(`${plan.config.name}: ${environment} at ${baseUrl}`);
  const url = new URL(spellBaseUrl(baseUrl));
  const placed = placeState(realPorts, given, identity.value);
  const dns = checkDns(url);
  const tls = checkTls(url, plan.authority?.text);
  const network = { node, configuration, dns, tls };
  const approval = checkApproval(plan);
  if (!placed.ok) return { ...network, state: toBad(placed.fault), approval };
  const path = placed.value;
  const lock = await takeNames(toLockNames(identity.value));
  const files = {
    disk: checkDisk(realPorts.disk, path, environment === 'live'),
    state: checkState(path, identity.value, lock === undefined),
    limits: checkLimits(plan, path),
    approval,
  };
  const venue = askVenue(plan, read, path, lock);
  return { ...network, ...spread(venue), ...files };
}

/** Binds all lock names of a bot, or none. */
async function takeNames(names: readonly string[]): Promise<BoundName | undefined> {
  const taken: BoundName[] = [];
  const release = () => {
    for (const one of taken) one.release();
  };
  for (const name of names) {
    const bound = await realPorts.host.bindName(name);
    if (bound === undefined) {
      release();
      return undefined;
    }
    taken.push(bound);
  }
  return { isHeld: () => taken.every((one) => one.isHeld()), release };
}

/** Makes at most one login: a running bot already has one. */
async function askVenue(
  plan: Plan,
  read: Result<LoginSettings>,
  state: string,
  lock: BoundName | undefined,
): Promise<VenueFindings> {
  if (lock === undefined) {
    return leaveVenue(
      'not checked: a bot of this login is running; weir status CONFIG shows its state',
    );
  }
  try {
    if (read.ok) return await checkVenue(plan, read.value, state, lock);
    return {
      ...leaveVenue('not checked: the login has to work first'),
      login: bad(formatFault(read.fault)),
    };
  } finally {
    lock.release();
  }
}

function spread(venue: Promise<VenueFindings>): Items {
  return {
    login: venue.then(({ login }) => login),
    clock: venue.then(({ clock }) => clock),
    budget: venue.then(({ budget }) => budget),
  };
}
