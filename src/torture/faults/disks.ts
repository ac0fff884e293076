// Faults of the disk's content: torn, lost, damaged or exchanged while no bot runs.
import { SECOND } from '../../domain/index.js';
import { isSegment } from '../../journal/index.js';
import type { Random } from '../../determinism/index.js';
import type { Survivors, VirtualDisk } from '../platform/disk.js';
import { CONTROL_DIR, JOURNAL_DIR } from '../simulation/bot.js';
import { noteLoss } from '../invariants/orders/lost-journal.js';
import type { World } from '../simulation/world.js';
import type { InjectedFaultKind, FaultStage } from './fault.js';

const SNAPSHOT = /^snapshot-\d{6}\.json$/;
const NEW_LINE = 10;

/** The process dies at a random time; `tamper` then changes what the disk holds. */
function crashing(
  id: string,
  summary: string,
  draw: (random: Random) => Survivors,
  tamper: (stage: FaultStage, disk: VirtualDisk) => void = () => undefined,
): InjectedFaultKind {
  return {
    id,
    summary,
    put: (stage) => {
      stage.at(Math.floor(stage.random() * stage.span), () => {
        stage.crash(draw(stage.random), (disk) => {
          tamper(stage, disk);
        });
      });
    },
  };
}

/** The bot writes its progress mark every 10 s, at the next host sample, which may be late. */
const MARKED_AFTER = 20 * SECOND;

const all = (): Survivors => ({ kind: 'all' });

export const DISK_FAULTS: readonly InjectedFaultKind[] = [
  crashing('D03', 'the last record is torn', (random) => ({ kind: 'torn', share: random() })),
  crashing('D04', 'writes that no sync covers are lost, any of them', (random) =>
    random() < 0.3 ? { kind: 'synced' } : { kind: 'some', draw: () => random() < 0.5 },
  ),
  crashing('D05', 'a bit of the journal flips', all, ({ random, world }, disk) => {
    const [last] = listFiles(disk, JOURNAL_DIR, isSegment).reverse();
    if (last === undefined) return;
    disk.tamper(JOURNAL_DIR, last, (bytes) => {
      // Spares the last record: a crash may tear it anyway, so it proves no damage.
      const end = bytes.lastIndexOf(NEW_LINE, bytes.length - 2);
      if (end < 1) return bytes;
      world.damage();
      const at = Math.floor(random() * end);
      const flipped = Buffer.from(bytes);
      const byte = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      // No zero bytes: zeros also result from a crash before bytes were written.
      flipped[at] = byte === 0 ? 1 : byte;
      return flipped;
    });
  }),
  crashing('D06', 'the journal is gone', all, ({ world }, disk) => {
    for (const name of listFiles(disk, JOURNAL_DIR)) {
      disk.tamper(JOURNAL_DIR, name, () => undefined);
    }
    world.loseJournal();
    noteLoss(world);
    keepHalts(world, disk);
  }),
  {
    id: 'D07',
    summary: 'the name of a file is lost',
    put: (stage) => {
      const { world } = stage;
      stage.at(Math.floor(stage.random() * stage.span), () => {
        // Directories are synced at a start and by each halt: the process dies before the next such
        // sync.
        const { disk } = world;
        const { before } = disk;
        disk.before = (effect, name) => {
          before(effect, name);
          if (effect !== 'sync-directory' || world.disk !== disk) return;
          disk.before = before;
          stage.crash({ kind: 'synced' });
        };
        if (stage.random() < 0.7) stage.crash();
      });
    },
  },
  crashing('D10', 'the halt file cannot be read', all, ({ random, world }, disk) => {
    if (disk.describe(CONTROL_DIR) === undefined) return;
    const forms = ['', 'garbage', '[]', '{"v":1,"halts":[{"id":5}]}', '{"v":2,"halts":[]}'];
    const text = forms[Math.floor(random() * (forms.length + 1))];
    disk.tamper(CONTROL_DIR, 'halt', () => Buffer.from(text ?? ''));
    if (text === undefined) disk.makeUnreadable(CONTROL_DIR, 'halt');
    world.latched ??= 'the halt file is broken';
  }),
  crashing('D11', 'the snapshot is not that of the journal', all, ({ random, world }, disk) => {
    const [newest, older] = listFiles(disk, JOURNAL_DIR, (name) => SNAPSHOT.test(name)).reverse();
    if (newest === undefined) return;
    const form = random();
    if (form > 0.7 && isNumberOf(disk, newest)) {
      // Leaves a snapshot of journal segments that are gone.
      const [last = '', before = ''] = listFiles(disk, JOURNAL_DIR, isSegment).reverse();
      // A segment without records would lose nothing that a snapshot could reveal.
      if (before === '' || !holdsRecords(disk, before)) return;
      for (const name of [last, before]) disk.tamper(JOURNAL_DIR, name, () => undefined);
      world.damage();
      return;
    }
    disk.tamper(JOURNAL_DIR, newest, (bytes) => {
      if (form < 0.3) return undefined;
      if (form < 0.6 || older === undefined) return bytes.subarray(0, bytes.length / 2);
      return Buffer.concat([...disk.read(JOURNAL_DIR, older)]);
    });
  }),
  {
    id: 'D12',
    summary: 'the journal is an older copy of itself, or cut at a record',
    put: (stage) => {
      const { random, span, world } = stage;
      const [copyAt = 0, crashAt = 0] = [random() * span, random() * span].sort((a, b) => a - b);
      const isCut = random() < 0.5;
      const records = 1 + Math.floor(random() * 40);
      let copy: ReadonlyMap<string, Buffer> = new Map();
      world.time.at(Math.floor(copyAt), () => {
        copy = copyJournal(world.disk);
      });
      stage.at(Math.floor(crashAt), () => {
        stage.crash(all(), (disk) => {
          // A copy of a damaged journal is refused as damaged, and a copy would restore a lost
          // journal.
          if (world.faults.some((id) => ['D05', 'D06', 'D11'].includes(id))) return;
          const before = copyJournal(disk);
          putBack(disk, before, isCut ? cutLast(before, records) : copy);
          loseRecords(world, disk, before);
        });
      });
    },
  },
];

function copyJournal(disk: VirtualDisk): ReadonlyMap<string, Buffer> {
  const names = listFiles(disk, JOURNAL_DIR);
  return new Map(names.map((name) => [name, Buffer.concat([...disk.read(JOURNAL_DIR, name)])]));
}

/** Removes the last `records` records from the newest segment, except its first record. */
function cutLast(files: ReadonlyMap<string, Buffer>, records: number): ReadonlyMap<string, Buffer> {
  const last = [...files.keys()].filter(isSegment).sort().at(-1) ?? '';
  const lines = (files.get(last)?.toString() ?? '').split('\n').slice(0, -1);
  const kept = lines.slice(0, Math.max(1, lines.length - records));
  return new Map([...files, [last, Buffer.from(kept.map((line) => `${line}\n`).join(''))]]);
}

function putBack(
  disk: VirtualDisk,
  now: ReadonlyMap<string, Buffer>,
  then: ReadonlyMap<string, Buffer>,
): void {
  for (const name of now.keys()) disk.tamper(JOURNAL_DIR, name, () => then.get(name));
  for (const [name, bytes] of then) disk.tamper(JOURNAL_DIR, name, () => bytes);
}

/**
 * Tells the world which records the bot can no longer know; a start after a lost epoch is refused.
 */
function loseRecords(world: World, disk: VirtualDisk, before: ReadonlyMap<string, Buffer>): void {
  const textOf = (files: ReadonlyMap<string, Buffer>) =>
    [...files].flatMap(([name, bytes]) => (isSegment(name) ? [bytes.toString()] : [])).join('');
  const countStarts = (text: string) => text.split('"type":"epoch"').length;
  const [held, kept] = [textOf(before), textOf(copyJournal(disk))];
  const isStart = (line: string) => line.includes('"type":"send-start"');
  world.loseJournal(kept.split('\n').filter(isStart).join('\n'));
  if (countStarts(kept) < countStarts(held) || isMarked(world, held, kept)) noteLoss(world);
  keepHalts(world, disk);
}

/**
 * Whether the progress mark beside the state must be newer than the lost records. The bot moves the
 * mark while it writes the journal; the mark stays once no run can write.
 */
function isMarked({ faults }: World, held: string, kept: string): boolean {
  // A disk that takes no new file takes no progress mark either.
  if (faults.includes('D09')) return false;
  const lines = held.split('\n').slice(0, -1);
  const [firstLost, last] = [lines[kept.split('\n').length - 1], lines.at(-1)].map((line) => {
    const [, mono] = /"t_mono":(\d+)/.exec(line ?? '') ?? [];
    return mono === undefined ? undefined : Number(mono);
  });
  return firstLost !== undefined && last !== undefined && last - firstLost > MARKED_AFTER;
}

/** Without the journal, a start knows only the halts in the halt file, if that could be written. */
function keepHalts(world: World, disk: VirtualDisk): void {
  // An unreadable halt file counts as halted.
  if (world.faults.includes('D10')) return;
  const bytes = listFiles(disk, CONTROL_DIR, (name) => name === 'halt').flatMap((name) => [
    ...disk.read(CONTROL_DIR, name),
  ]);
  const text = Buffer.concat(bytes).toString();
  if (!text.includes('"scope":"all"')) world.latched = undefined;
  const kept = world.latchedParts.filter(({ reason }) => text.includes(JSON.stringify(reason)));
  world.latchedParts.splice(0, world.latchedParts.length, ...kept);
}

/** Whether the newest segment begins with this snapshot. */
function isNumberOf(disk: VirtualDisk, snapshot: string): boolean {
  const [last = ''] = listFiles(disk, JOURNAL_DIR, isSegment).reverse();
  return /\d{6}/.exec(last)?.[0] === /\d{6}/.exec(snapshot)?.[0];
}

function holdsRecords(disk: VirtualDisk, segment: string): boolean {
  return Buffer.concat([...disk.read(JOURNAL_DIR, segment)]).includes(NEW_LINE);
}

/** File names in order; none if the directory does not exist. */
function listFiles(
  disk: VirtualDisk,
  dir: string,
  fits: (name: string) => boolean = () => true,
): string[] {
  if (disk.describe(dir) === undefined) return [];
  return disk.list(dir).filter(fits).sort();
}
