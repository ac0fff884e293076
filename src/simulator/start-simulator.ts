// Puts the simulator together: recording, machine and HTTP server.
import type { Server } from 'node:http';
import { fail, formatFault, formatInstant, MILLISECOND, ok, type Result } from '../domain/index.js';
import { DEFAULT_PROFILE } from '../protocol/index.js';
import { createDesks, findCoarseAsset, NO_CUSTODY } from '../venue/index.js';
import { answerControl } from './control.js';
import { dispatch } from './dispatch.js';
import { createHost } from './host.js';
import { createHttpServer } from './http-server.js';
import { closeServer, listen } from './listen.js';
import { Machine } from './machine.js';
import { type OpenFeed, openRateFeed } from './rates/open-rate-feed.js';
import { answerPage } from './pages.js';
import { createSecretTest } from './secrets.js';
import { checkSettings, type Simulator, type SimulatorSettings } from './settings.js';

/**
 * Starts the venue machine behind HTTP, on loopback only. Resolves once it listens and the rates of
 * the first instant are out. Fault codes `simulator.settings`, `simulator.bind`, `simulator.port`
 * and those of the recording.
 */
export async function startSimulator(settings: SimulatorSettings): Promise<Result<Simulator>> {
  const checked = checkSettings(settings);
  if (!checked.ok) return checked;
  const opened = openRateFeed(settings.rates, Date.now() * MILLISECOND);
  if (!opened.ok) return opened;
  const { feed } = opened.value;
  const coarse = findCoarseAsset(settings.custody?.assets ?? [], feed.instruments);
  if (coarse !== undefined) return failCoarse(coarse.currency);
  const machine = new Machine(settings, feed);
  const server = createServer(settings, machine);
  const listening = await listen(server, settings.host ?? '127.0.0.1', settings.port);
  if (!listening.ok) {
    machine.close();
    return listening;
  }
  const { url, port } = listening.value;
  const { promise: closed, close } = createClosing(machine, server);
  const { log } = settings;
  server.on('error', (error) =>
    log?.warn('the simulator could not take a connection', { err: error }),
  );
  logStart(settings, opened.value, url);
  machine.start({
    ended: () => log?.warn('the recordings have ended: rates stand still'),
    failed: (fault) => {
      log?.error(`the simulator closes: ${formatFault(fault)}`);
      void close();
    },
  });
  return ok({ url, port, clock: machine.clock, close, closed });
}

function createServer(settings: SimulatorSettings, machine: Machine): Server {
  const { profile = DEFAULT_PROFILE } = settings;
  const { custody = NO_CUSTODY, venue } = settings;
  const { tradeChannel: channel, rfs, trades } = profile;
  const channels = { channel, rfsChannel: rfs.channel };
  const { datesWin: dateWins, creditModes, noteAmends } = trades;
  const officeRules = { dateWins, creditModes, noteAmends };
  const desks = createDesks(machine.venue, { ...venue, ...channels, custody, officeRules });
  desks.open(machine.clock.now());
  const host = createHost(machine.venue, desks, settings, profile);
  const control = {
    clock: machine.clock,
    isControlToken: createSecretTest(settings.controlToken),
    moveTo: machine.moveTo.bind(machine),
  };
  return createHttpServer({
    tokenHeader: profile.tokenHeader.toLowerCase(),
    now: () => machine.clock.now(),
    answer: (request, send) => {
      const at = machine.catchUp();
      const own = answerControl(control, request) ?? answerPage(request);
      if (own === undefined) dispatch(host, at, request, send);
      else send(own);
    },
  });
}

function createClosing(machine: Machine, server: Server) {
  let closing: Promise<void> | undefined;
  let resolve = () => {};
  const promise = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  const close = () => {
    machine.close();
    closing ??= closeServer(server).then(resolve);
    return closing;
  };
  return { promise, close };
}

function logStart({ log, rates }: SimulatorSettings, { feed, facts }: OpenFeed, url: string) {
  const files = facts.map(({ file }) => file);
  const symbols = feed.instruments.map(({ symbol }) => symbol);
  const count = facts.reduce((sum, one) => sum + one.count, 0);
  const [from, { speed }] = [formatInstant(feed.firstAt), rates];
  log?.info('simulator', { url, files, symbols, recorded: count, from, speed });
  for (const { file, skipped, skippedCount } of facts) {
    const [first] = skipped;
    if (first === undefined) continue;
    const { line, reason } = first;
    log?.warn('bad rows were left out', { count: skippedCount, first: `${file}:${line}`, reason });
  }
}

function failCoarse(currency: string) {
  const words = `custody: expected as many decimals of ${currency} as its symbols have`;
  return fail('simulator.settings', `${words}, found fewer`);
}
