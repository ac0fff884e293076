// Prints the end of a session: table, digest, path of the report.
import { relative, resolve } from 'node:path';
import { type Collector, type Summary, formatSummary } from '../../report/index.js';
import { writeSessionReport } from '../../session/index.js';
import { clearProgress, print, printText, unwrap } from '../output.js';

export interface FinishOptions {
  readonly folder: string;
  readonly collector: Collector;
  readonly endAt: number;
  readonly digest: string;
  /** Additional fields of summary.json. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** One JSON document on stdout instead of text. */
  readonly json: boolean;
  /** Prints nothing: the command has its own result. */
  readonly isSilent?: boolean | undefined;
}

/** Writes summary and report, and prints the result of the session. */
export function finishSession(options: FinishOptions): Summary {
  const { folder, collector, endAt, digest, extra, json } = options;
  const { summary } = unwrap(writeSessionReport(folder, collector, { endAt, digest }, extra));
  clearProgress();
  if (options.isSilent === true) return summary;
  const shown = relative('.', resolve(folder)) || '.';
  if (json) {
    printText(JSON.stringify({ ...summary, ...extra, folder: shown }, undefined, 2));
    return summary;
  }
  printText(formatSummary(summary));
  print(`digest ${digest}`);
  print(`report ${shown}/report.html`);
  return summary;
}
