// Cost of publishing rates through streams: the same run with the strategy fed by direct calls.
// node stream.mjs [RATES=5000000] [ROUNDS=5]   prints one JSON line; needs a built dist
import { fileURLToPath } from 'node:url';
import { Observable } from 'rxjs';
import { Emitter } from '../../dist/src/strategy/index.js';
import { prepareEngine, runOften } from './engine-run.mjs';
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
    if (way === 'direct') feedDirectly();
    const milliseconds = toMedian(await runOften(prepared, RUNS));
    console.log(JSON.stringify({ milliseconds }));
  });
}

/**
 * From now on, in this process, the strategy's operators do not subscribe to a stream of rates: what
 * they would have subscribed with is kept beside it, and whoever publishes a rate calls that.
 */
function feedDirectly() {
  const { emit } = Emitter.prototype;
  const { get: isObserved } = Object.getOwnPropertyDescriptor(Emitter.prototype, 'isObserved');
  Observable.prototype.pipe = function (operator) {
    const subscribe = ({ next }) => {
      this.callback = next;
      return () => (this.callback = undefined);
    };
    return operator({ subscribe });
  };
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
}
