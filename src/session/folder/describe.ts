// Describes a session: the notes and facts on the first page of its report.
import { formatDuration, type Result } from '../../domain/index.js';
import {
  createCollector,
  type Detail,
  type Collector,
  formatCount,
  formatGrouped,
  type SeeChange,
  type SessionInfo,
  writeReport,
} from '../../report/index.js';
import type { KernelSnapshot } from '../../kernel/index.js';
import { listControlsOff } from '../../risk/index.js';
import { describeLatency } from '../../venue/index.js';
import { listRecordings, type SessionConfig, type Plan } from '../../plan/index.js';
import type { SessionHeader } from '../../records/index.js';
import { VERSION } from '../../host/index.js';

type Models = SessionConfig['models'];

/**
 * Report rows on recording and models. A live session (`run`) has only venue and profile, whatever
 * models its configuration states.
 */
export function describeModels(plan: Plan, mode = 'backtest'): SessionHeader['notes'] {
  const { config, recording } = plan;
  const profile =
    config.profile === undefined
      ? []
      : [{ label: 'Profile', value: `changed by ${config.profile.split('/').pop() ?? ''}` }];
  if (mode === 'run' || recording === undefined) {
    return [{ label: 'Venue', value: config.venue?.baseUrl ?? '' }, ...profile];
  }
  const { latency, fillTiming } = config.models;
  const { facts } = recording;
  const names = listRecordings(config).map(({ file }) => file.split('/').pop() ?? '');
  return [
    { label: 'Recording', value: `${names.join(', ')}, ${formatCount(facts.count, 'rate')}` },
    {
      label: 'Latency one way',
      value:
        `rates ${describeLatency(latency.rates)}, orders ${describeLatency(latency.orders)}, ` +
        `replies ${describeLatency(latency.replies)}`,
    },
    { label: 'Fill model', value: `${fillTiming}, at the displayed touch and size` },
    ...describeMarket(config.models),
    ...(config.calendars === undefined
      ? []
      : [{ label: 'Holidays', value: `changed by ${config.calendars.split('/').pop() ?? ''}` }]),
    ...profile,
    ...(facts.skippedCount === 0
      ? []
      : [{ label: 'Bad rows left out', value: String(facts.skippedCount) }]),
    ...facts.doubts.map((doubt) => ({ label: 'WARNING', value: doubt })),
  ];
}

/** Report rows on models other than latency and fill timing, where they are on. */
function describeMarket({ resting, lastLook, impact }: Models): SessionHeader['notes'] {
  const rows: { readonly label: string; readonly value: string }[] = [];
  if (resting === 'queue') {
    rows.push({ label: 'Resting orders', value: 'behind the displayed size' });
  } else if (resting !== 'touch') {
    const percent = formatPercent(resting.probability);
    rows.push({ label: 'Resting orders', value: `filled by ${percent} of the touches` });
  }
  if (lastLook !== undefined) {
    const { hold, maxMove, rejectShare } = lastLook;
    const share = rejectShare === 0 ? '' : `, and ${formatPercent(rejectShare)} of all`;
    const value = `${formatDuration(hold)}, rejects beyond ${String(maxMove)} pips${share}`;
    rows.push({ label: 'Last look', value });
  }
  if (impact !== undefined) {
    const { shape, pips, size, decay } = impact;
    const value = `${shape}, ${String(pips)} pips per ${formatGrouped(size)}`;
    rows.push({ label: 'Market impact', value: `${value}, decays in ${formatDuration(decay)}` });
  }
  return rows;
}

function formatPercent(share: number): string {
  return `${String(Math.round(share * 10_000) / 100)} %`;
}

const RESEARCH = {
  label: 'Limits',
  value: 'research: limits are only noted, paper would refuse such orders',
};

/** Facts of a session for its report, from the header alone. */
export function toSessionInfo(header: SessionHeader, mode = header.mode): SessionInfo {
  const { accountCurrency: currency } = header.limits;
  return {
    mode,
    name: header.name,
    seed: header.seed,
    version: VERSION,
    strategies: header.strategies.map(({ name, file, params }) => ({ name, id: file, params })),
    controlsOff: listControlsOff({ rules: header.limits }),
    ...(typeof currency === 'string' ? { currency } : {}),
    instruments: header.instruments,
    ...(header.fees === undefined ? {} : { fees: header.fees }),
    notes: [
      ...header.notes,
      ...(header.isResearch === true ? [RESEARCH] : []),
      {
        label: 'Rates seen',
        value: header.seesEveryRate
          ? 'every rate'
          : `polled every ${formatDuration(header.pollInterval)}`,
      },
    ],
  };
}

export function createSessionCollector(
  header: SessionHeader,
  options: {
    readonly mode?: string;
    readonly detail?: Detail | undefined;
    readonly seeChange?: SeeChange | undefined;
    /** State that the previous run left. */
    readonly restored?: KernelSnapshot | null | undefined;
  } = {},
): Collector {
  const { mode, detail, seeChange, restored } = options;
  const info = toSessionInfo(header, mode);
  const notes = [...info.notes, ...describeUnlisted(header, restored?.positions ?? [])];
  const taken = restored ? { ...info, carried: restored, notes } : info;
  return createCollector(taken, detail, seeChange);
}

/** Positions in symbols that are not part of the session. */
function describeUnlisted(
  { instruments }: SessionHeader,
  positions: KernelSnapshot['positions'],
): SessionInfo['notes'] {
  const described = new Set(instruments.map(({ symbol }) => symbol));
  const symbols = new Set(
    positions.map(({ symbol }) => symbol).filter((one) => !described.has(one)),
  );
  if (symbols.size === 0) return [];
  const value = `${[...symbols].join(', ')}: not in this session, so no figure includes them`;
  return [{ label: 'Positions carried over', value }];
}

/** Finishes the collection and writes summary and report into the session folder. */
export function writeSessionReport(
  folder: string,
  collector: Collector,
  end: { readonly endAt: number; readonly digest: string },
  extra: Readonly<Record<string, unknown>>,
): ReturnType<typeof writeReport> & Result<unknown> {
  return writeReport(folder, collector.finish(end.endAt, end.digest), extra);
}
