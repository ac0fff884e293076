// Keeps what the engine compiled of a bundle beside it, so that a start need not compile again.
//
//   node tools/setup/code-cache.mjs BUNDLE COMMAND...    writes BUNDLE.cache after runs of these
//
// The short runs below use what starts use: only functions that ran are in the cache. An engine of
// another version refuses it without a word and compiles; results are the same either way.
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

const CONFIG = fileURLToPath(new URL('../../config', import.meta.url));

/** What V8 has where src/host/engine.ts has not raised it. */
const V8_INLINING = 920;

const [, , bundle = '', ...commands] = process.argv;
setFlagsFromString('--no-flush-bytecode');
// As src/cli/start.cts loads it.
const source = fs.readFileSync(bundle, 'latin1');
const script = new Script(source, { filename: `dist/${path.basename(bundle)}` });
const { latchFirst, runToExitCode } = script.runInThisContext()(createRequire(bundle), bundle);
const folder = path.join(path.dirname(bundle), '.warm-up');
const mask = process.umask();
const words = {
  backtest: ['backtest', path.join(CONFIG, 'backtest.yaml'), '--out', folder],
  simulate: ['simulate', '--port', '0'],
};
await runSilently(async () => {
  for (const command of commands) {
    if (command === 'latch') latchFirst(makeState(), 0);
    else if (command === 'kill') await runToExitCode(['kill'], false, makeFirstKill());
    else await runToExitCode(words[command], true);
  }
});
fs.rmSync(folder, { recursive: true, force: true });
process.umask(mask);
// The flags are part of what a later engine compares; the backtest has changed one too.
setFlagsFromString('--flush-bytecode');
setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${V8_INLINING}`);
fs.writeFileSync(`${bundle}.cache`, script.createCachedData());
process.exit();

/** Words that kill nobody: a state without a bot, of nobody at no venue. */
function makeState() {
  fs.mkdirSync(path.join(folder, 'control'), { recursive: true });
  const identity = { v: 1, environment: 'paper', baseUrl: 'http://127.0.0.1:9', login: 'nobody' };
  fs.writeFileSync(path.join(folder, 'identity.json'), JSON.stringify(identity));
  return [path.join(CONFIG, 'run.yaml'), '--state', folder];
}

/** What `latchFirst` hands on of these. */
function makeFirstKill() {
  const [config, , state] = makeState();
  const order = { cause: 'RC63', who: 'setup', reason: 'warm-up' };
  const place = { id: 'kill-0-RC63', scope: 'all', strategy: '', symbol: '', evidence: '' };
  const record = { ...order, ...place, at: 0, wallAt: 0, monoAt: 0, epoch: 0 };
  const read = { configs: [config], state, json: false, help: false, complaints: [] };
  return { words: read, order, record, since: 0, latched: new Map(), troubles: [] };
}

/** Runs commands whose words go nowhere; the simulator is ended as soon as it listens. */
async function runSilently(work) {
  const streams = [process.stdout, process.stderr];
  for (const stream of streams) {
    stream.write = (text) => {
      if (text.startsWith('listening on ')) process.emit('SIGTERM');
      return true;
    };
  }
  await work();
  for (const stream of streams) delete stream.write;
}
