// Cost of publishing rates through streams: the same run with the strategy fed by direct calls.
// node stream.mjs [RATES=5000000] [ROUNDS=5]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { Emitter } from '../../dist/src/strategy/index.js';
import { prepareEngine, runEngine } from './engine-run.mjs';
import { referenceRecording } from './fixtures.mjs';
import { printResult, runScript, takeTurns, toMedian, withDirectory } from './measure.mjs';

const RUNS = 5;
const SELF = fileURLToPath(import.meta.url);

const [command = '5000000', argument = '5', ...others] = process.argv.slice(2);
if (command === '--run') await measure(argument, ...others);
else compare(Number(command), Number(argument));

function compare(rates, rounds) {
  const file = referenceRecording(rates);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const pair = {};
    for (const way of takeTurns(round, ['direct', 'stream'])) {
      pair[way] = runScript(SELF, '--run', way, file, rates).milliseconds;
    }
    results.push({ ...pair, ratio: pair.stream / pair.direct });
  }
  const median = (key) => toMedian(results.map((one) => one[key]));
  const what = 'whole run through streams over direct callbacks, time';
  const goal = { id: 'P5', what, value: median('ratio'), target: 1.1, floor: 1.3 };
  const times = { streamMilliseconds: median('stream'), directMilliseconds: median('direct') };
  printResult('stream', [goal], { rates, rounds, ...times });
}

/** Prints the median time of some runs, one way or the other. */
async function measure(way, file, rates) {
  await withDirectory(async (directory) => {
    const prepared = await prepareEngine('next-rate', file, Number(rates), directory);
    const [{ definition }] = prepared.setup.strategies;
    const used = way === 'direct' ? feedDirectly(definition) : definition;
    const milliseconds = Array.from({ length: RUNS }, () => runEngine(prepared, used));
    console.log(JSON.stringify({ milliseconds: toMedian(milliseconds) }));
  });
}

/**
 * The strategy with its subscriptions to rates replaced by callbacks: what it would have subscribed
 * with is kept beside the stream, and whoever publishes calls that. Changes this process for good.
 */
function feedDirectly(definition) {
  const { emit } = Emitter.prototype;
  const { get: isObserved } = Object.getOwnPropertyDescriptor(Emitter.prototype, 'isObserved');
  Emitter.prototype.emit = function (value) {
    const { callback } = this.stream;
    if (callback === undefined) emit.call(this, value);
    else callback(value);
  };
  Object.defineProperty(Emitter.prototype, 'isObserved', {
    get() {
      return this.stream.callback !== undefined || isObserved.call(this);
    },
  });
  const direct = (stream) => ({
    pipe: (operator) => operator({ subscribe: (observer) => subscribe(stream, observer) }),
  });
  return {
    ...definition,
    run: (ctx) => definition.run({ ...ctx, rates: (symbol) => direct(ctx.rates(symbol)) }),
  };
}

function subscribe(stream, { next }) {
  assert.equal(stream.callback, undefined, 'one subscription per symbol is what can be replaced');
  stream.callback = next;
  return () => {
    stream.callback = undefined;
  };
}
