// A disk in memory: writes and names that were not synced may be lost when the process dies.
import { dirname, resolve } from 'node:path';
import type { DiskSpace, FileFacts, JournalDisk, JournalFile } from '../../journal/index.js';
import { type Content, countBytes, listBytes, survive, type Survivors } from './disk-content.js';

export type { Survivors } from './disk-content.js';

/** Effects on a disk, as faults and crash points see them. */
export type DiskEffect =
  | 'create-directory'
  | 'create'
  | 'write'
  | 'reserve'
  | 'sync'
  | 'close'
  | 'sync-directory'
  | 'rename'
  | 'remove'
  | 'truncate';

/**
 * Called before each effect; if it throws, the effect does not happen and the caller gets the
 * error.
 */
export type BeforeEffect = (effect: DiskEffect, name: string) => void;

interface Folder {
  /** Names as a running process sees them, and as they are after a crash. */
  names: Map<string, Content>;
  durable: Map<string, Content>;
}

export const PLENTY: DiskSpace = { freeBytes: 1e12, totalBytes: 2e12 };
/** Owner of all files: the user of every virtual process. */
export const VIRTUAL_USER = 1_000;

export function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: virtual disk`), { code });
}

export class VirtualDisk implements JournalDisk {
  readonly #folders = new Map<string, Folder>();
  #made = 0;
  before: BeforeEffect = () => undefined;
  space = PLENTY;

  createDirectory(dir: string): void {
    this.before('create-directory', dir);
    for (let at = resolve(dir); !this.#folders.has(at); at = dirname(at)) {
      this.#folders.set(at, { names: new Map(), durable: new Map() });
    }
  }

  /** Names of files and folders, in any order. */
  list(dir: string): readonly string[] {
    const at = resolve(dir);
    const folders = [...this.#folders.keys()].filter((one) => one !== at && dirname(one) === at);
    return [...this.#find(dir).names.keys(), ...folders.map((one) => one.slice(at.length + 1))];
  }

  create(dir: string, name: string): JournalFile {
    this.before('create', name);
    const { names } = this.#find(dir);
    if (names.has(name)) throw systemError('EEXIST');
    const content = this.#make([], 0);
    names.set(name, content);
    return this.#open(content, dir, name);
  }

  syncDirectory(dir: string): void {
    this.before('sync-directory', dir);
    const folder = this.#find(dir);
    folder.durable = new Map(folder.names);
  }

  *read(dir: string, name: string, from = 0): Iterable<Uint8Array> {
    const content = this.#findFile(dir, name);
    if (content.isUnreadable) throw systemError('EIO');
    let skipped = from;
    for (const bytes of listBytes(content)) {
      const rest = bytes.subarray(skipped);
      skipped -= bytes.length - rest.length;
      if (rest.length > 0) yield rest;
    }
  }

  rename(dir: string, from: string, to: string): void {
    this.before('rename', to);
    const { names } = this.#find(dir);
    names.set(to, this.#findFile(dir, from));
    names.delete(from);
  }

  link(dir: string, name: string, toDir: string, toName: string): void {
    this.before('create', toName);
    const { names } = this.#find(toDir);
    if (names.has(toName)) throw systemError('EEXIST');
    names.set(toName, this.#findFile(dir, name));
  }

  remove(dir: string, name: string): void {
    this.before('remove', name);
    this.#find(dir).names.delete(name);
  }

  truncate(dir: string, name: string, bytes: number): void {
    this.before('truncate', name);
    const content = this.#findFile(dir, name);
    content.writes = [Buffer.concat([...listBytes(content)]).subarray(0, bytes)];
    content.synced = 1;
    content.reserved = bytes;
    content.durable = bytes;
  }

  describe(path: string): FileFacts | undefined {
    const at = resolve(path);
    const owner = VIRTUAL_USER;
    if (this.#folders.has(at)) return { kind: 'directory', mode: 0o700, owner, mark: '' };
    const folder = this.#folders.get(dirname(at));
    const content = folder?.names.get(at.slice(dirname(at).length + 1));
    if (content === undefined) return undefined;
    const mark = `${String(content.id)}-${String(content.writes.length)}`;
    return { kind: 'file', mode: 0o600, owner, mark };
  }

  resolve(path: string): string {
    return resolve(path);
  }

  /** Does nothing: every virtual file is readable by its owner only. */
  protect(): void {
    return;
  }

  freeSpace(): DiskSpace {
    return this.space;
  }

  /**
   * Changes a file's content durably, or removes the file (undefined), as someone outside would.
   */
  tamper(dir: string, name: string, change: (bytes: Buffer) => Buffer | undefined): void {
    const { names, durable } = this.#find(dir);
    const found = names.get(name);
    const changed = change(Buffer.concat(found === undefined ? [] : [...listBytes(found)]));
    names.delete(name);
    durable.delete(name);
    if (changed === undefined) return;
    const content = this.#make([changed], 1);
    names.set(name, content);
    durable.set(name, content);
  }

  /** Readers of the present file get EIO; a new file of the same name is readable. */
  makeUnreadable(dir: string, name: string): void {
    this.#findFile(dir, name).isUnreadable = true;
  }

  /** All files with their bytes. */
  *files(): Iterable<readonly [path: string, bytes: Buffer]> {
    for (const [dir, { names }] of this.#folders) {
      for (const [name, content] of names) {
        yield [`${dir}/${name}`, Buffer.concat([...listBytes(content)])];
      }
    }
  }

  /** Whether every kind of crash leaves the disk as it is. */
  get isDurable(): boolean {
    for (const { names, durable } of this.#folders.values()) {
      if (names.size !== durable.size) return false;
      for (const [name, content] of names) {
        const isSynced = content.synced === content.writes.length && content.dropped.size === 0;
        if (!isSynced || durable.get(name) !== content) return false;
      }
    }
    return true;
  }

  /** Whether a file of the directory contains these bytes even after a crash. */
  holdsDurably(dir: string, bytes: string): boolean {
    return this.findDurably(dir, bytes) !== undefined;
  }

  /** Newest write in the directory that contains these bytes and survives every crash. */
  findDurably(dir: string, bytes: string): Buffer | undefined {
    const files = [...(this.#folders.get(resolve(dir))?.durable.values() ?? [])];
    for (const { writes, synced, dropped } of files.reverse()) {
      for (let at = synced - 1; at >= 0; at--) {
        const write = writes[at];
        if (write?.includes(bytes) === true && !dropped.has(write)) return write;
      }
    }
    return undefined;
  }

  /** The disk that the next process finds. */
  crash(survivors: Survivors): VirtualDisk {
    const next = new VirtualDisk();
    // A file with two names remains one file.
    const survived = new Map<Content, Content>();
    for (const [dir, { names, durable }] of this.#folders) {
      const kept = survivors.kind === 'all' || survivors.kind === 'torn' ? names : durable;
      const contents = [...kept].map(([name, content]): [string, Content] => {
        const known = survived.get(content);
        if (known !== undefined) return [name, known];
        const writes = survive(content, survivors);
        const kept = this.#make(writes, writes.length);
        kept.isUnreadable = content.isUnreadable;
        survived.set(content, kept);
        return [name, kept];
      });
      next.#folders.set(dir, { names: new Map(contents), durable: new Map(contents) });
    }
    return next;
  }

  #make(writes: Buffer[], synced: number): Content {
    this.#made += 1;
    const standing = { reserved: 0, durable: 0, dropped: new Set<Buffer>(), isUnreadable: false };
    return { id: this.#made, writes, synced, ...standing };
  }

  #open(content: Content, dir: string, name: string): JournalFile {
    return {
      isInPlace: () => this.#folders.get(resolve(dir))?.names.get(name) === content,
      write: (bytes) => {
        this.before('write', name);
        content.writes.push(Buffer.from(bytes));
        return bytes.length;
      },
      reserve: (bytes) => {
        this.before('reserve', name);
        content.reserved = Math.max(content.reserved, countBytes(content.writes) + bytes);
      },
      sync: () => {
        try {
          this.before('sync', name);
        } catch (error) {
          // The kernel drops pages whose sync failed: a later successful sync covers other pages
          // only.
          const isLost = (error as NodeJS.ErrnoException).code === 'EIO';
          if (isLost)
            for (const one of content.writes.slice(content.synced)) content.dropped.add(one);
          throw error;
        }
        content.synced = content.writes.length;
        content.durable = content.reserved;
      },
      close: () => {
        if (content.reserved <= countBytes(content.writes)) return;
        this.before('close', name);
        content.synced = content.writes.length;
        content.reserved = 0;
        content.durable = 0;
      },
    };
  }

  #find(dir: string): Folder {
    const folder = this.#folders.get(resolve(dir));
    if (folder === undefined) throw systemError('ENOENT');
    return folder;
  }

  #findFile(dir: string, name: string): Content {
    const content = this.#find(dir).names.get(name);
    if (content === undefined) throw systemError('ENOENT');
    return content;
  }
}
