// Prints the result of a venue call as a table.
import { isRecord } from '../../validation/index.js';
import Table from 'cli-table3';
import { escapeLine } from '../../domain/index.js';
import { cleanText } from '../../protocol/index.js';
import { print, printText } from '../output.js';

/** Maximum width of a cell; longer texts are cut. */
const MAX_CELL = 60;

type Fields = Readonly<Record<string, unknown>>;

/** Prints a value: a list of objects as rows, an object as names and values. */
export function printValue(value: unknown): void {
  const rows = Array.isArray(value) ? (value as unknown[]) : [];
  if (Array.isArray(value) && rows.length === 0) print('none');
  else if (rows.length > 0 && rows.every(isRecord)) printText(formatRows(rows));
  else if (isRecord(value)) printText(formatFields(value));
  else printText(Array.isArray(value) ? rows.map(showCell).join('\n') : showCell(value));
}

function formatRows(rows: readonly Fields[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table = new Table({ head: names.map(escapeLine), style: { head: [], border: [] } });
  for (const row of rows) table.push(names.map((name) => showCell(row[name])));
  return table.toString();
}

function formatFields(value: Fields): string {
  const table = new Table({ style: { head: [], border: [] } });
  const lists: string[] = [];
  for (const [name, inner] of Object.entries(value)) {
    const rows = Array.isArray(inner) ? (inner as unknown[]) : [];
    const isList = rows.length > 0 && rows.every(isRecord);
    table.push([escapeLine(name), isList ? `${String(rows.length)} below` : showCell(inner)]);
    if (isList) lists.push(`${escapeLine(name)}:`, formatRows(rows));
  }
  return [table.toString(), ...lists].join('\n');
}

function showCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return cleanText(text, MAX_CELL);
}
