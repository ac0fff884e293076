// What the event log costs: the same run with every output written to a file, over one without.
// node event-log.mjs [RATES=5000000] [ROUNDS=7]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { EventLog } from '../../dist/backtest/index.js';
import { unwrap } from '../../dist/src/domain/index.js';
import { prepareEngine, runEngine } from './engine-run.mjs';
import { referenceRecording } from './fixtures.mjs';
import { KEEP_LOW, printResult, takeTurns, toMedian, withDirectory } from './measure.mjs';

const WARM_UP_ROUNDS = 3;

const [rates = '5000000', rounds = '7'] = process.argv.slice(2);
await withDirectory(async (directory) => {
  const file = referenceRecording(Number(rates));
  const prepared = await prepareEngine('next-rate', file, Number(rates), directory);
  let events = 0;
  /** Milliseconds up to the last line that is written. */
  const runLogged = () => {
    const log = unwrap(EventLog.open(join(directory, 'events.ndjson')));
    const milliseconds = runEngine(prepared, 'full', log);
    const closedFrom = performance.now();
    events = unwrap(log.close());
    return milliseconds + performance.now() - closedFrom;
  };
  const results = [];
  for (let round = -WARM_UP_ROUNDS; round < Number(rounds); round++) {
    const one = {};
    for (const way of takeTurns(round + WARM_UP_ROUNDS, ['off', 'on'])) {
      one[way] = way === 'on' ? runLogged() : runEngine(prepared, 'full');
    }
    if (round >= 0) results.push({ ...one, ratio: one.on / one.off });
  }
  assert(events > Number(rates) / 100, 'the log is empty');
  const median = (key) => toMedian(results.map((one) => one[key]));
  const what = 'full event log on over off, run phase, time';
  const goal = { id: 'P6', what, value: median('ratio'), ...KEEP_LOW };
  const times = { onMilliseconds: median('on'), offMilliseconds: median('off') };
  printResult('event-log', [goal], {
    rates: Number(rates),
    rounds: Number(rounds),
    events,
    ...times,
  });
});
