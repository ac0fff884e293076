// A disk in memory that can fail at any effect and lose at a crash what was not made durable.
import { dirname, resolve } from 'node:path';
import type { FileFacts, JournalDisk, JournalFile } from '../../src/journal/index.js';

/** What of the writes that no sync covers is there after a crash. */
export type Survivors = 'synced' | 'all' | { readonly keeps: (write: number | 'size') => boolean };

interface Content {
  /** Bytes that survive any crash. */
  durable: Buffer;
  /** Writes since, each at its place. */
  pending: { readonly at: number; readonly bytes: Buffer }[];
  /** Bytes that were written, in order, and those of the file: zeros may stand behind them. */
  end: number;
  size: number;
}

interface Folder {
  /** As a running process sees it, and as it is after a crash. */
  names: Map<string, Content>;
  durable: Map<string, Content>;
}

export function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: of the test`), { code });
}

export class MemoryDisk implements JournalDisk {
  readonly #folders = new Map<string, Folder>();
  /** Paths whose facts are not those of a plain directory or file of user 1. */
  readonly facts = new Map<string, FileFacts>();
  /** Called before each effect, counted from 1; what it throws happens instead. */
  before: (effect: number, name: string) => void = () => undefined;
  /** Bytes of a write that are taken; all of them by default. */
  take: (bytes: number) => number = (bytes) => bytes;
  effects = 0;
  free = { freeBytes: 10 ** 12, totalBytes: 2 * 10 ** 12 };

  createDirectory(dir: string): void {
    this.#count('mkdir');
    for (let at = resolve(dir); !this.#folders.has(at); at = dirname(at)) {
      this.#folders.set(at, { names: new Map(), durable: new Map() });
    }
  }

  list(dir: string): readonly string[] {
    return [...this.#folder(dir).names.keys()];
  }

  create(dir: string, name: string): JournalFile {
    this.#count('create');
    const { names } = this.#folder(dir);
    if (names.has(name)) throw systemError('EEXIST');
    const content: Content = { durable: Buffer.alloc(0), pending: [], end: 0, size: 0 };
    names.set(name, content);
    return {
      isInPlace: () => this.#folder(dir).names.get(name) === content,
      write: (bytes) => {
        this.#count('write');
        const count = this.take(bytes.length);
        content.pending.push({ at: content.end, bytes: Buffer.from(bytes.subarray(0, count)) });
        content.end += count;
        return count;
      },
      sync: () => {
        this.#count('sync');
        content.durable = joinWrites(content);
        content.pending = [];
      },
      reserve: (bytes) => {
        this.#count('reserve');
        content.size = Math.max(content.size, content.end + bytes);
      },
      close: () => {
        if (content.size <= content.end) return;
        this.#count('close');
        content.durable = joinWrites(content).subarray(0, content.end);
        content.pending = [];
        content.size = 0;
      },
    };
  }

  syncDirectory(dir: string): void {
    this.#count('syncDirectory');
    const folder = this.#folder(dir);
    folder.durable = new Map(folder.names);
  }

  *read(dir: string, name: string, from = 0): Iterable<Uint8Array> {
    const content = this.#folder(dir).names.get(name);
    if (content === undefined) throw systemError('ENOENT');
    yield joinWrites(content).subarray(from);
  }

  rename(dir: string, from: string, to: string): void {
    this.#count('rename');
    const { names } = this.#folder(dir);
    const content = names.get(from);
    if (content === undefined) throw systemError('ENOENT');
    names.delete(from);
    names.set(to, content);
  }

  link(dir: string, name: string, toDir: string, toName: string): void {
    this.#count('link');
    const content = this.#folder(dir).names.get(name);
    if (content === undefined) throw systemError('ENOENT');
    this.#folder(toDir).names.set(toName, content);
  }

  remove(dir: string, name: string): void {
    this.#count('remove');
    this.#folder(dir).names.delete(name);
  }

  truncate(dir: string, name: string, bytes: number): void {
    this.#count('truncate');
    const content = this.#folder(dir).names.get(name);
    if (content === undefined) throw systemError('ENOENT');
    Object.assign(content, toContent(joinWrites(content).subarray(0, bytes)));
  }

  describe(path: string): FileFacts | undefined {
    const stated = this.facts.get(path);
    if (stated !== undefined) return stated;
    const at = resolve(path);
    if (this.#folders.has(at)) return { kind: 'directory', mode: 0o700, owner: 1, mark: '' };
    const folder = this.#folders.get(dirname(at));
    const content = folder?.names.get(at.slice(dirname(at).length + 1));
    if (content === undefined) return undefined;
    return { kind: 'file', mode: 0o600, owner: 1, mark: joinWrites(content).toString() };
  }

  resolve(path: string): string {
    return path;
  }

  /** Every file is its owner's alone. */
  protect(): void {
    return;
  }

  freeSpace(): { freeBytes: number; totalBytes: number } {
    return this.free;
  }

  /** The whole content of a file, without zeros at its end. */
  text(dir: string, name: string): string {
    return Buffer.concat([...this.read(dir, name)])
      .toString('utf8')
      .replace(/\0+$/, '');
  }

  /** Puts a text where it would be durable. */
  put(dir: string, name: string, bytes: string | Uint8Array): void {
    const content = toContent(Buffer.from(bytes as Uint8Array));
    const folder = this.#folder(dir);
    folder.names.set(name, content);
    folder.durable.set(name, content);
  }

  /** The disk as the next process finds it: names and bytes that no sync covers may be gone. */
  crash(survivors: Survivors): MemoryDisk {
    const next = new MemoryDisk();
    for (const [dir, { names, durable }] of this.#folders) {
      const kept = survivors === 'all' ? names : durable;
      const contents = [...kept].map(([name, content]): [string, Content] => [
        name,
        toContent(survive(content, survivors)),
      ]);
      next.#folders.set(dir, { names: new Map(contents), durable: new Map(contents) });
    }
    return next;
  }

  #folder(dir: string): Folder {
    const folder = this.#folders.get(resolve(dir));
    if (folder === undefined) throw systemError('ENOENT');
    return folder;
  }

  #count(name: string): void {
    this.effects += 1;
    this.before(this.effects, name);
  }
}

function toContent(durable: Buffer): Content {
  return { durable, pending: [], end: durable.length, size: 0 };
}

function joinWrites({ durable, pending, size }: Content): Buffer {
  return place(durable, pending, size);
}

/** Places never written to, between others that were, read as zeros. */
function place(durable: Buffer, writes: Content['pending'], least: number): Buffer {
  const size = Math.max(least, durable.length, ...writes.map(({ at, bytes }) => at + bytes.length));
  const whole = Buffer.alloc(size);
  durable.copy(whole);
  for (const { at, bytes } of writes) bytes.copy(whole, at);
  return whole;
}

function survive(content: Content, survivors: Survivors): Buffer {
  if (survivors === 'synced') return content.durable;
  if (survivors === 'all') return joinWrites(content);
  const kept = content.pending.filter((_, index) => survivors.keeps(index));
  return place(content.durable, kept, survivors.keeps('size') ? content.size : 0);
}
