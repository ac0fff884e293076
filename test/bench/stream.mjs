// Cost of publishing rates through streams: the same run with the strategy fed by direct calls.
// node stream.mjs [RATES=5000000] [ROUNDS=15]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Observable } from 'rxjs';
import { RateEmitter } from '../../dist/src/kernel/symbols.js';
import { prepareEngine, runEngine } from './engine-run.mjs';
import { referenceRecording } from './fixtures.mjs';
import { KEEP_LOW, printResult, takeTurns, toMedian, withDirectory } from './measure.mjs';

const WARM_UP_ROUNDS = 2;
const SELF = fileURLToPath(import.meta.url);

const [command = '5000000', argument = '15', ...others] = process.argv.slice(2);
if (command === '--serve') await serve(argument, ...others);
else await compare(Number(command), Number(argument));

/** One process for each way, both alive: single runs take turns, so that both meet the same load. */
async function compare(rates, rounds) {
  const file = referenceRecording(rates);
  const children = { direct: start('direct', file, rates), stream: start('stream', file, rates) };
  const results = [];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const pair = {};
    for (const way of takeTurns(round + WARM_UP_ROUNDS, ['direct', 'stream'])) {
      pair[way] = await ask(children[way]);
    }
    if (round >= 0) results.push({ ...pair, ratio: pair.stream / pair.direct });
  }
  for (const child of Object.values(children)) child.disconnect();
  const median = (key) => toMedian(results.map((one) => one[key]));
  const what = 'whole run through streams over direct callbacks, time';
  const goal = { id: 'P5', what, value: median('ratio'), ...KEEP_LOW };
  const times = { streamMilliseconds: median('stream'), directMilliseconds: median('direct') };
  printResult('stream', [goal], { rates, rounds, ...times });
}

function start(way, file, rates) {
  const child = fork(SELF, ['--serve', way, file, String(rates)]);
  child.once('exit', (code) => assert.equal(code, 0, `a run failed (${way})`));
  return child;
}

/** The milliseconds of one run in a child. */
async function ask(child) {
  child.send('run');
  const [milliseconds] = await once(child, 'message');
  return milliseconds;
}

/** Runs once for each message, one way or the other. */
async function serve(way, file, rates) {
  await withDirectory(async (directory) => {
    const prepared = await prepareEngine('next-rate', file, Number(rates), directory);
    if (way === 'direct') feedDirectly();
    process.on('message', () => process.send(runEngine(prepared)));
    await once(process, 'disconnect');
  });
}

/**
 * From now on, in this process, the strategy's operators do not subscribe to a stream of rates: what
 * they would have subscribed with is kept beside it, and whoever publishes a rate calls that.
 */
function feedDirectly() {
  const { streamOf } = RateEmitter.prototype;
  Observable.prototype.pipe = function (operator) {
    const subscribe = (subscriber) => {
      this.callback = (value) => subscriber.next(value);
      return () => (this.callback = undefined);
    };
    return operator({ subscribe });
  };
  RateEmitter.prototype.streamOf = function (owner) {
    this.direct = streamOf.call(this, owner);
    return this.direct;
  };
  RateEmitter.prototype.emit = function (value) {
    this.direct.callback(value);
  };
  Object.defineProperty(RateEmitter.prototype, 'isObserved', {
    get() {
      return this.direct?.callback !== undefined;
    },
  });
}
