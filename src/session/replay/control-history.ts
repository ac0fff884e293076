// History of the controls of a bot from its journal: refusals, halts, overrides, resumes.
import { formatInstant, MILLISECOND, ok, type Result } from '../../domain/index.js';
import { type JournalDisk, type JournalRecord, readJournal } from '../../journal/index.js';
import { EPOCH_TYPE, findJournal, LATCH_TYPE, RESUME_TYPE } from '../../recovery/index.js';

/** How often a control acted. */
export interface ControlCounts {
  readonly refused: number;
  readonly halts: number;
  readonly alerts: number;
  /** Orders beyond the control's limit that left by an override. */
  readonly overridden: number;
  /** Session time of the newest of these, ISO text. */
  readonly lastAt: string;
}

/** An action of an operator, or a halt that one has to explain. */
export interface Incident {
  /** Session time, ISO text. */
  readonly at: string;
  readonly kind: 'halt' | 'resume' | 'override' | 'revoke';
  /** Control that halted or was overridden; empty for a resume. */
  readonly rule: string;
  readonly text: string;
  /** Empty for a halt that the bot found itself. */
  readonly by: string;
  /** By the wall clock of the host: a command to a dead bot has no session time. */
  readonly writtenAt: string;
}

export interface ControlHistory {
  readonly records: number;
  readonly epochs: number;
  /** Session times of the first and last record; empty without records. */
  readonly from: string;
  readonly to: string;
  readonly controls: Readonly<Record<string, ControlCounts>>;
  /** Count of all incidents; the list has the newest, in journal order. */
  readonly incidentCount: number;
  readonly incidents: readonly Incident[];
}

/** Most incidents listed; all are counted. */
const MOST_INCIDENTS = 200;

type Data = Readonly<Record<string, unknown>>;
type Counted = Exclude<keyof ControlCounts, 'lastAt'>;

/**
 * Reads the journal of a state directory or session folder from its start and verifies its chain.
 * `progress` is called for each record. Fault codes of `findJournal` and `readJournal`.
 */
export function readControlHistory(
  disk: JournalDisk,
  folder: string,
  progress: (records: number) => void,
): Result<ControlHistory> {
  const found = findJournal(disk, folder);
  if (!found.ok) return found;
  const tally = new Tally();
  for (const next of readJournal(found.value.dir, disk, 'chain', found.value.from)) {
    if (!next.ok) return next;
    tally.take(next.value);
    progress(tally.records);
  }
  return ok(tally.toHistory());
}

class Tally {
  records = 0;
  #epochs = 0;
  #from = '';
  #to = '';
  #incidentCount = 0;
  #incidents: Incident[] = [];
  readonly #controls = new Map<string, ControlCounts>();

  take({ type, stamp, data }: JournalRecord): void {
    const at = formatInstant(stamp.session);
    this.records += 1;
    this.#to = at;
    // The first records of a first epoch have session time 0.
    if (this.#from === '' && stamp.session > 0) this.#from = at;
    if (type === EPOCH_TYPE) this.#epochs += 1;
    this.#count(type, data as Data, at);
    const incident = toIncident(type, data as Data, at);
    if (incident === undefined) return;
    this.#incidentCount += 1;
    const writtenAt = formatInstant(stamp.wall * MILLISECOND);
    this.#incidents.push({ ...incident, writtenAt });
    if (this.#incidents.length > 2 * MOST_INCIDENTS) {
      this.#incidents = this.#incidents.slice(-MOST_INCIDENTS);
    }
  }

  toHistory(): ControlHistory {
    return {
      records: this.records,
      epochs: this.#epochs,
      from: this.#from,
      to: this.#to,
      controls: Object.fromEntries([...this.#controls].sort(([a], [b]) => (a < b ? -1 : 1))),
      incidentCount: this.#incidentCount,
      incidents: this.#incidents.slice(-MOST_INCIDENTS),
    };
  }

  #count(type: string, data: Data, at: string): void {
    if (type === 'refused') {
      // One record has all refusals of a single call.
      const gate = data['gate'] as Data | undefined;
      const refusals = gate?.['refusals'];
      const each = Array.isArray(refusals) ? (refusals as readonly Data[]) : [data];
      for (const one of each) this.#add(one['rule'], 'refused', at);
    } else if (type === 'halt' || type === LATCH_TYPE) this.#add(data['rule'], 'halts', at);
    else if (type === 'alert') {
      this.#add(data['rule'], 'alerts', at);
      this.#add(data['overridden'], 'overridden', at);
    }
  }

  #add(rule: unknown, what: Counted, at: string): void {
    if (typeof rule !== 'string' || rule === '') return;
    const known = this.#controls.get(rule) ?? NOTHING;
    this.#controls.set(rule, { ...known, [what]: known[what] + 1, lastAt: at });
  }
}

const NOTHING: ControlCounts = { refused: 0, halts: 0, alerts: 0, overridden: 0, lastAt: '' };

function toIncident(type: string, data: Data, at: string): Omit<Incident, 'writtenAt'> | undefined {
  const field = (key: string) => (typeof data[key] === 'string' ? data[key] : '');
  const rule = field('rule');
  switch (type) {
    case LATCH_TYPE:
    case 'halt': {
      const scope = [field('scope'), field('strategy'), field('symbol')].filter(
        (one) => one !== '',
      );
      return {
        at,
        kind: 'halt',
        rule,
        text: `${scope.join(' ')}: ${field('reason')}`,
        by: field('who'),
      };
    }
    case RESUME_TYPE: {
      const { halts } = data;
      const ids = Array.isArray(halts) ? halts.join(' ') : '';
      return {
        at,
        kind: 'resume',
        rule: '',
        text: `${ids}: ${field('reason')}`,
        by: field('by'),
      };
    }
    case 'override': {
      const bounds = `up to ${String(data['cap'])} for ${String(data['minutes'])} min`;
      return {
        at,
        kind: 'override',
        rule,
        text: `${bounds}: ${field('reason')}`,
        by: field('by'),
      };
    }
    case 'revoke':
      return {
        at,
        kind: 'revoke',
        rule: '',
        text: `${field('id')}: ${field('reason')}`,
        by: field('by'),
      };
    default:
      return undefined;
  }
}
