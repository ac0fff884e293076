// Explains what was changed in a session folder: the record, the header text or the line of a copy.
import { sha256Hex } from '../../journal/index.js';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fail, type Fault, formatInstant, type Result } from '../../domain/index.js';
import { listTexts, type SessionHeader } from '../../records/index.js';

/** Files in a session folder beside its journal: copies for people, compared with the header. */
export const CONFIG_COPY = 'config.yaml';
export const PROFILE_COPY = 'profile.yaml';
export const STRATEGIES_COPY = 'strategies';

/** Adds type and session time of a changed record to the fault, which has its number and hashes. */
export function explainChange(fault: Fault): Result<never> {
  const [, file = '', line = ''] = /^(.*):(\d+)$/.exec(fault.where ?? '') ?? [];
  const text = file === '' ? undefined : readLine(file, Number(line));
  const type = /"type":"([\w.-]+)"/.exec(text ?? '')?.[1];
  const at = /"t_session":(\d+)/.exec(text ?? '')?.[1];
  if (type === undefined || at === undefined) return { ok: false, fault };
  const message = `${type} at ${formatInstant(Number(at))}: ${fault.message}`;
  return { ok: false, fault: { ...fault, message } };
}

function readLine(file: string, line: number): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[line - 1];
  } catch {
    return undefined;
  }
}

/** Names the changed part of a header record, by the hashes that the header has of its texts. */
export function explainHeader(dir: string, fault: Fault): Result<never> {
  const path = join(dir, 'journal', '000001.jsonl');
  try {
    const lines = readFileSync(path, 'utf8').split('\n', 2);
    const line = lines.find((text) => text.includes('"type":"session"')) ?? '';
    const { data } = JSON.parse(line) as { data: SessionHeader };
    for (const part of listTexts(data)) {
      const found = sha256Hex(part.text);
      if (found === part.sha256) continue;
      const text = `the text of ${part.file} in it: expected hash ${part.sha256}`;
      const message = `${fault.message}; ${text}, found ${found}`;
      return fail(fault.code, message, fault.where);
    }
  } catch {
    // the header cannot be parsed: the fault alone is reported
  }
  return { ok: false, fault };
}

/** Finds a copy whose text differs from the header's, with the first line that differs. */
export function findChangedCopy(dir: string, header: SessionHeader): Fault | undefined {
  const copies = [
    { path: join(dir, CONFIG_COPY), text: header.config.text },
    ...(header.profile === undefined
      ? []
      : [{ path: join(dir, PROFILE_COPY), text: header.profile.text }]),
    ...header.strategies.map(({ name, file, text }) => ({
      path: join(dir, STRATEGIES_COPY, toCopyName(name, file)),
      text,
    })),
  ];
  for (const { path, text } of copies) {
    let found: string;
    try {
      found = readFileSync(path, 'utf8');
    } catch {
      continue; // copies are for people: a journal without them can be replayed
    }
    if (found === text) continue;
    const expected = text.split('\n');
    const lines = found.split('\n');
    const index = expected.findIndex((line, at) => line !== lines[at]);
    const at = index < 0 ? expected.length : index;
    const message =
      `the copy was changed after the session: expected "${(expected[at] ?? '').trim()}", ` +
      `found "${(lines[at] ?? '').trim()}" (session started ${formatInstant(header.startAt)})`;
    return { code: 'replay.copy', message, where: `${path}:${String(at + 1)}` };
  }
  return undefined;
}

/** Name of a strategy's copy in a session folder. */
export function toCopyName(name: string, file: string): string {
  return `${name}-${basename(file)}`;
}
