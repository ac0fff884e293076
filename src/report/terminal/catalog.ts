// Table of the recordings of a folder with their content and flaws.
import Table from 'cli-table3';
import type { Provenance } from '../../recordings/index.js';
import { type Fault, formatFault } from '../../domain/index.js';
import { LOOK } from './format.js';
import { formatBadRows, type SurveyFigures } from './inspection.js';
import { formatGrouped, toLine } from '../figures/texts.js';

export interface CatalogRow extends Omit<SurveyFigures, 'symbols'> {
  /** Path within the listed folder. */
  readonly name: string;
  readonly symbols: readonly string[];
  /** Rates that repeat the previous one. */
  readonly duplicates: number;
  /** Texts on prices and sizes that are implausible for the symbol. */
  readonly doubts: readonly string[];
  readonly sha256: string;
  /** Sources that the file states. */
  readonly sources: readonly Provenance[];
}

export interface Catalog {
  readonly recordings: readonly CatalogRow[];
  /** Faults of files that are no recordings or cannot be opened as such. */
  readonly others: readonly Fault[];
}

const HEAD = ['File', 'Format', 'Symbols', 'Rates', 'From', 'To', 'Flaws', 'SHA-256'];
const SHOWN_DIGITS = 12;
const MOST_SYMBOLS = 3;

/** Ends with a newline. */
export function formatCatalog({ others, recordings }: Catalog): string {
  const hasSources = recordings.some(({ sources }) => sources.length > 0);
  const head = hasSources ? [...HEAD, 'Made of'] : HEAD;
  const table = new Table({ ...LOOK, head });
  for (const row of recordings) table.push(toCells(row).slice(0, head.length));
  const doubts = recordings.flatMap(({ doubts, name }) => {
    return doubts.map((doubt) => `${name}: ${doubt}`);
  });
  const ends = recordings.flatMap(({ fault }) => (fault === null ? [] : [formatFault(fault)]));
  return [
    recordings.length === 0 ? 'no recordings' : table.toString(),
    ...(doubts.length === 0 ? [] : ['doubted:', ...doubts.map(toLine)]),
    ...(ends.length === 0 ? [] : ['not read to the end:', ...ends.map(toLine)]),
    ...(others.length === 0 ? [] : ['no recordings:', ...others.map(formatFault).map(toLine)]),
    '',
  ].join('\n');
}

function toCells(row: CatalogRow): string[] {
  const { firstAt, lastAt, sources } = row;
  const origins = sources.map(({ file, sha256 }) => `${file} ${sha256.slice(0, SHOWN_DIGITS)}`);
  return [
    row.name,
    row.format,
    formatSome(row.symbols),
    formatGrouped(row.rates),
    toSeconds(firstAt),
    toSeconds(lastAt),
    formatFlaws(row),
    row.sha256.slice(0, SHOWN_DIGITS),
    formatSome(origins),
  ].map(toLine);
}

function formatSome(names: readonly string[]): string {
  const rest = names.length - MOST_SYMBOLS;
  const shown = names.slice(0, MOST_SYMBOLS).join(', ');
  return rest > 0 ? `${shown} and ${String(rest)} more` : shown;
}

/** Seconds only: the table has no room for more. */
function toSeconds(at: string | null): string {
  return at === null ? '–' : `${at.slice(0, 10)} ${at.slice(11, 19)}`;
}

function formatFlaws({ badRows, doubts, duplicates, fault }: CatalogRow): string {
  const parts = [
    ...(badRows.total === 0 ? [] : [formatBadRows(badRows)]),
    ...(duplicates === 0 ? [] : [`duplicates ${formatGrouped(duplicates)}`]),
    ...(doubts.length === 0 ? [] : ['doubted']),
    ...(fault === null ? [] : [`ends with ${fault.code}`]),
  ];
  return parts.length === 0 ? 'none' : parts.join('; ');
}
