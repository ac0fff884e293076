// Faults of what a disk still holds: torn, lost, damaged or exchanged while no bot runs.
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

/** The process dies at some moment, and somebody may change what the disk then holds. */
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

/** The mark moves each ten seconds, at the next sample of a host that may be slow. */
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
      // The last record may be torn: what stands there was perhaps never written.
      const end = bytes.lastIndexOf(NEW_LINE, bytes.length - 2);
      if (end < 1) return bytes;
      world.damage();
      const at = Math.floor(random() * end);
      const flipped = Buffer.from(bytes);
      const byte = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      // A zero is what the disk has of bytes that were never written: a crash may leave it.
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
        // Names are made at a start, and by each halt: the next one is lost with its crash.
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
      // A snapshot is there of what the journal has lost.
      const [last = '', before = ''] = listFiles(disk, JOURNAL_DIR, isSegment).reverse();
      // A segment that never got a record takes nothing with it that a snapshot could tell.
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
          // A copy of what is damaged is refused for that; one of what is gone brings it back.
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

/** The newest segment without so many of its last records; its first stays. */
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

/** What the bot cannot know any more; a start that has gone with it is refused. */
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
 * Whether the mark beside the state must have come past what is lost. The mark follows the journal
 * while a life writes it, and stays where it is once no life can.
 */
function isMarked({ faults }: World, held: string, kept: string): boolean {
  // A disk that takes no new file takes no mark.
  if (faults.includes('D09')) return false;
  const lines = held.split('\n').slice(0, -1);
  const [firstLost, last] = [lines[kept.split('\n').length - 1], lines.at(-1)].map((line) => {
    const [, mono] = /"t_mono":(\d+)/.exec(line ?? '') ?? [];
    return mono === undefined ? undefined : Number(mono);
  });
  return firstLost !== undefined && last !== undefined && last - firstLost > MARKED_AFTER;
}

/** Without the journal a start knows the halts of the halt file, if that could be written. */
function keepHalts(world: World, disk: VirtualDisk): void {
  // What cannot be read there is a halt.
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

/** Names in order; none where there is no such directory. */
function listFiles(
  disk: VirtualDisk,
  dir: string,
  fits: (name: string) => boolean = () => true,
): string[] {
  if (disk.describe(dir) === undefined) return [];
  return disk.list(dir).filter(fits).sort();
}
