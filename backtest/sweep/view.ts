// Converts a sweep's results to the data of its report and to results.json.
import { basename } from 'node:path';
import type { TimeSpan } from '../../src/recordings/index.js';
import { formatDuration, formatInstant } from '../../src/domain/index.js';
import type { SweepView, WalkForwardView } from '../../src/report/index.js';
import { describeModels } from '../../src/session/index.js';
import { VERSION } from '../../src/host/index.js';
import { BANDED } from './bootstrap.js';
import type { Sweep } from './load-sweep.js';
import type { SweepResults } from './run-sweep.js';
import { toColumns, toObjects } from './tables.js';
import type { WalkForward } from './walk-forward.js';

export function toView(sweep: Sweep, results: SweepResults): SweepView {
  const { config, names, plan, invalidCount } = sweep;
  const { name, objective, bootstrap, heatMap } = config;
  return {
    name,
    names,
    invalidCount,
    objective,
    heatMap,
    session: basename(config.session),
    version: VERSION,
    currency: plan.limits.accountCurrency,
    constraints: listConstraints(sweep),
    rows: results.ranking.map((row) => {
      const bands = results.bands.get(row.combination);
      return {
        ...row,
        fault: row.fault?.message,
        bands: bands && Object.fromEntries(BANDED.map((one) => [one, bands[one]])),
        gains: bands?.gains,
      };
    }),
    bootstrap: { confidence: bootstrap.confidence, block: formatDuration(bootstrap.block) },
    walkForward: results.walkForward && toWalkView(results.walkForward),
    notes: describeModels(plan),
  };
}

function toWalkView({ bands, windows, ...rest }: WalkForward): WalkForwardView {
  return {
    ...rest,
    bands: bands && Object.fromEntries(BANDED.map((one) => [one, bands[one]])),
    windows: windows.map((one) => ({ ...one, fault: one.fault?.message })),
  };
}

/** Formats instants as texts. */
function toWalk({ windows, ...rest }: WalkForward) {
  const toSpan = ({ startAt, endAt }: TimeSpan) => {
    return { startAt: formatInstant(startAt), endAt: formatInstant(endAt) };
  };
  return {
    ...rest,
    windows: windows.map(({ inSample, outOfSample, ...one }) => {
      return { ...one, inSample: toSpan(inSample), outOfSample: toSpan(outOfSample) };
    }),
  };
}

function listConstraints({ config }: Sweep): readonly string[] {
  return config.where.map(({ figure, min, max }) => {
    const least = min === undefined ? '' : `${String(min)} <= `;
    const most = max === undefined ? '' : ` <= ${String(max)}`;
    return `${least}${figure}${most}`;
  });
}

/** The whole content of results.json. */
export function toDocument(sweep: Sweep, results: SweepResults) {
  const { name, session, objective, where } = sweep.config;
  const [best] = results.ranking;
  return {
    name,
    session: basename(session),
    version: VERSION,
    objective,
    where,
    combinations: results.rows.length,
    invalid: sweep.invalidCount,
    best: best?.fits === true ? best.combination : null,
    bands: Object.fromEntries(results.bands),
    ...(results.walkForward === undefined ? {} : { walkForward: toWalk(results.walkForward) }),
    rows: toObjects(toColumns(sweep, results.rows)),
  };
}
