// Writes the bad rows of a recording to an NDJSON file beside it, one object per row.
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fail, ok, type Result } from '../../domain/index.js';
import type { BadRow } from '../recording.js';
import { toWriteFault } from '../files/output-path.js';
import { AtomicFile } from '../files/atomic-file.js';

const PIECE = 1 << 16;

export class BadRowsFile {
  readonly file: string;
  count = 0;
  private readonly inputs: readonly string[];
  private whole: AtomicFile | undefined;
  private text = '';
  private problem: ReturnType<typeof fail> | undefined;

  /** `inputs`: files being read at the same time. */
  constructor(file: string, inputs: readonly string[]) {
    this.file = file;
    this.inputs = inputs;
  }

  /** `sync` reports write errors. */
  add(recording: string, { flaw, line, reason, text }: BadRow): void {
    this.count++;
    const row = { file: basename(recording), line, flaw, reason, row: text };
    this.text += `${JSON.stringify(row)}\n`;
    if (this.text.length > PIECE) this.flush();
  }

  /** Flushes all rows to disk before the file gets its name. Fault codes as `finish`. */
  sync(): Result<null> {
    if (this.count > 0) this.flush();
    if (this.problem !== undefined) return this.problem;
    try {
      this.whole?.sync();
      return ok(null);
    } catch (error) {
      return toWriteFault(error, this.file);
    }
  }

  /**
   * Renames the file to its final name, after `sync`. Without rows no file is made, and with
   * `replaces` an old one is deleted. Fault codes `data.no-room`, `data.unwritable`.
   */
  finish(replaces: boolean): Result<null> {
    try {
      this.whole?.finish();
      if (this.whole === undefined && replaces) rmSync(this.file, { force: true });
      return ok(null);
    } catch (error) {
      return toWriteFault(error, this.file);
    }
  }

  /** Deletes the file unless it is finished. */
  discard(): void {
    this.whole?.discard();
  }

  private flush(): void {
    if (this.problem !== undefined) return;
    try {
      this.whole ??= new AtomicFile(this.file, this.inputs);
      this.whole.write(Buffer.from(this.text));
    } catch (error) {
      this.problem = toWriteFault(error, this.file);
    }
    this.text = '';
  }
}
