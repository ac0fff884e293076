// Starts the simulator: rates, simulated venue and HTTP server.
import type { Server } from 'node:http';
import {
  fail,
  formatFault,
  formatInstant,
  type Instant,
  MILLISECOND,
  ok,
  type Result,
} from '../domain/index.js';
import type { CacheSettings } from '../recordings/index.js';
import { findCoarseAsset } from '../venue/index.js';
import { nameError } from './response.js';
import { answerControl } from './admin-api.js';
import { dispatch } from './dispatch.js';
import type { HandlerContext } from './handler.js';
import { refuseForeign } from './http/foreign-requests.js';
import { createHttpServer } from './http/http-server.js';
import { closeServer, listen } from './http/listen.js';
import { VenueRuntime } from './venue-runtime.js';
import { createParts } from './parts.js';
import { type OpenFeed, openRateFeed } from './rates/open-rate-feed.js';
import { answerPage } from './http/pages.js';
import { createSecretTest } from './access/secrets.js';
import { checkSettings, type Simulator, type SimulatorSettings } from './settings.js';
import { readState, type SavedState } from './state/read-state.js';
import { restoreState } from './state/restore.js';
import { hashSettings } from './state/settings-hash.js';

/**
 * Starts the simulated venue behind HTTP, on loopback only. Resolves when it listens and the rates
 * of the first instant are published. Fault codes `simulator.settings`, `simulator.bind`,
 * `simulator.port`, `simulator.scenario`, `simulator.state` and those of the recording.
 */
export async function startSimulator(settings: SimulatorSettings): Promise<Result<Simulator>> {
  const saved = settings.restore === undefined ? undefined : readState(settings.restore);
  if (saved?.ok === false) return saved;
  const wallNow = saved?.value.head.originMicros ?? Date.now() * MILLISECOND;
  const opened = await openSettings(settings, wallNow);
  if (!opened.ok) return opened;
  const { feed } = opened.value;
  const machine = new VenueRuntime(settings, feed);
  const host = createParts(settings, machine);
  const server = createServer(settings, machine, host);
  const { closed, close } = createClosing(machine, server);
  const { log } = settings;
  machine.play({
    ended: () => log?.warn('the recordings have ended: rates stand still'),
    failed: (fault) => {
      log?.error(`the simulator closes: ${formatFault(fault)}`);
      void close();
    },
  });
  const ready = begin(settings, machine, host, saved?.value);
  const listening = ready.ok
    ? await listen(server, settings.host ?? '127.0.0.1', settings.port)
    : ready;
  if (!listening.ok) {
    machine.close();
    return listening;
  }
  const { url, port } = listening.value;
  server.on('error', (error) =>
    log?.warn('the simulator could not take a connection', { err: error }),
  );
  logStart(settings, opened.value, url);
  machine.catchUp();
  const save = () => saveState(settings, machine, host);
  return ok({ url, port, clock: machine.clock, save, close, closed });
}

/**
 * Checks whether a simulator could start, except for its port; returns its symbols and writes no
 * file. Fault codes of `startSimulator`.
 */
export async function checkSimulator(
  settings: SimulatorSettings,
): Promise<Result<readonly string[]>> {
  const opened = await openSettings(settings, Date.now() * MILLISECOND, 'off');
  if (!opened.ok) return opened;
  const { feed } = opened.value;
  const machine = new VenueRuntime(settings, feed);
  const begun = begin(settings, machine, createParts(settings, machine), undefined);
  machine.close();
  return begun.ok ? ok(feed.instruments.map(({ symbol }) => symbol)) : begun;
}

async function openSettings(
  settings: SimulatorSettings,
  wallNow: Instant,
  cache?: CacheSettings,
): Promise<Result<OpenFeed>> {
  const checked = checkSettings(settings);
  if (!checked.ok) return checked;
  const opened = await openRateFeed(settings.rates, wallNow, cache);
  if (!opened.ok) return opened;
  const { instruments } = opened.value.feed;
  const coarse = findCoarseAsset(settings.custody?.assets ?? [], instruments);
  return coarse === undefined ? opened : failCoarse(coarse.currency);
}

/** Adds the scenario's faults and restores a saved state. */
function begin(
  settings: SimulatorSettings,
  machine: VenueRuntime,
  host: HandlerContext,
  saved: SavedState | undefined,
): Result<null> {
  const { scenario } = settings;
  const problem =
    scenario === undefined ? undefined : host.scenario.add(machine.clock.origin, scenario);
  if (problem !== undefined) return fail('simulator.scenario', `scenario: ${problem}`);
  return saved === undefined
    ? ok(null)
    : restoreState(saved, host, machine, hashSettings(settings));
}

function createServer(
  settings: SimulatorSettings,
  machine: VenueRuntime,
  host: HandlerContext,
): Server {
  const control = {
    clock: machine.clock,
    host,
    isControlToken: createSecretTest(settings.controlToken),
    moveTo: machine.moveTo.bind(machine),
    save: () => saveState(settings, machine, host),
  };
  return createHttpServer({
    tokenHeader: host.profile.tokenHeader.toLowerCase(),
    bodyBytes: host.profile.limits.bodyBytes,
    now: () => host.clock.show(machine.clock.now()),
    answer: (request, send) => {
      const at = machine.catchUp();
      const foreign = refuseForeign(request, settings.hosts ?? []);
      const refused = foreign && nameError(foreign, host.profile);
      const own = refused ?? answerControl(control, at, request) ?? answerPage(request);
      if (own === undefined) dispatch(host, at, request, send);
      else send(own);
    },
  });
}

function saveState(
  settings: SimulatorSettings,
  machine: VenueRuntime,
  host: HandlerContext,
): Result<string> {
  if (host.inputs === undefined) {
    return fail(
      'simulator.state',
      'cannot save the state without the requests: set `keepInputs` and start again',
    );
  }
  const originMicros = machine.clock.origin;
  const head = { weirSimulatorState: 1, settings: hashSettings(settings), originMicros } as const;
  return host.inputs.format(head, machine.closedAt ?? machine.catchUp());
}

function createClosing(machine: VenueRuntime, server: Server) {
  let closing: Promise<void> | undefined;
  let resolve = () => {};
  const closed = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  const close = () => {
    // The venue stays open until pending requests have their responses.
    closing ??= closeServer(server).then(() => {
      machine.close();
      resolve();
    });
    return closing;
  };
  return { closed, close };
}

function logStart({ log, rates }: SimulatorSettings, { feed, facts }: OpenFeed, url: string) {
  const files = facts.map(({ file }) => file);
  const symbols = feed.instruments.map(({ symbol }) => symbol);
  const count = facts.reduce((sum, one) => sum + one.count, 0);
  const [from, { speed }] = [formatInstant(feed.firstAt), rates];
  log?.info('simulator', { url, files, symbols, recorded: count, from, speed });
  for (const { file, rowName, skipped, skippedCount } of facts) {
    const [bad] = skipped;
    if (bad === undefined) continue;
    const { line, reason } = bad;
    const first = rowName === 'line' ? `${file}:${line}` : `${file} row ${line}`;
    log?.warn('bad rows were left out', { count: skippedCount, first, reason });
  }
}

function failCoarse(currency: string) {
  const message = `custody: expected as many decimals of ${currency} as its symbols have`;
  return fail('simulator.settings', `${message}, found fewer`);
}
