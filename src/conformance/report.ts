// Formats the result of conformance as a report and as a profile file.
import { formatDuration } from '../domain/index.js';
import { mergeChanges, type ProfileChanges } from '../protocol/profile/index.js';
import type { Finding } from './finding.js';
import type { ConformanceResult, PointResult } from './run.js';

const VERDICTS = { held: 'as assumed', differs: 'DIFFERS', untested: 'not tested' } as const;

/** A row for each point: number, area, question, verdict, and the differences or reason. */
export function toRows({ points }: ConformanceResult): readonly Readonly<Record<string, string>>[] {
  return points.map(({ point, area, question, verdict, reason, findings }) => ({
    point: String(point),
    area,
    question,
    verdict: VERDICTS[verdict],
    seen: reason === '' ? describeDifferences(findings) : reason,
  }));
}

function describeDifferences(findings: readonly Finding[]): string {
  return findings
    .filter(({ verdict }) => verdict === 'differs')
    .map(({ field, observed }) => `${field}: ${observed}`)
    .join('; ');
}

/** The report as Markdown; `where` is the venue, `at` the time. */
export function formatReport(result: ConformanceResult, where: string, at: string): string {
  const { points } = result;
  const count = (verdict: string) => points.filter((one) => one.verdict === verdict).length;
  const opening =
    `# Conformance of ${where}\n\n${at}: of ${String(points.length)} open points ` +
    `${String(count('held'))} are as assumed, ${String(count('differs'))} differ, ` +
    `${String(count('untested'))} were not tested.\n`;
  return [opening, ...points.map(formatPoint)].join('\n');
}

function formatPoint({ point, area, question, verdict, reason, findings }: PointResult): string {
  const head = `## ${String(point)} ${area}: ${question}\n\n**${VERDICTS[verdict]}**\n`;
  const why = reason === '' ? '' : `\n${reason}\n`;
  const rows = findings.filter((one) => one.verdict !== 'untested' || one.evidence !== '');
  return `${head}${why}${rows.map(formatFinding).join('')}`;
}

function formatFinding({ field, verdict, assumed, observed, evidence }: Finding): string {
  const message = verdict === 'differs' ? `assumed ${assumed}, found ${observed}` : observed;
  const block = `  \`\`\`text\n  ${evidence}\n  \`\`\`\n`;
  return `\n- \`${field}\` ${VERDICTS[verdict]}: ${message}\n\n${block}`;
}

/** Profile file of all differences from the defaults: the session's changes, then those found. */
export function toProfileFile(
  changes: readonly ProfileChanges[],
): Readonly<Record<string, unknown>> {
  const { hmac, ...others } = mergeChanges(changes);
  if (hmac === undefined) return others;
  const { maxClockSkew, ...rest } = hmac;
  const skew = maxClockSkew === undefined ? {} : { maxClockSkew: formatDuration(maxClockSkew) };
  return { ...others, hmac: { ...rest, ...skew } };
}
