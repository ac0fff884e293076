// Formats a log line as plain text for a terminal.
import { escapeLine } from '../domain/index.js';

/**
 * Converts a JSON line to `12:00:00.093Z WARN message key=value`, with escaped control characters.
 */
export function formatPretty(line: string): string {
  const entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const { time, level, msg, ...fields } = entry;
  const parts = Object.entries(fields).map(([key, value]) => `${key}=${formatValue(value)}`);
  const clock = String(time).slice(11);
  const text = [
    clock,
    String(level).toUpperCase().padEnd(5),
    typeof msg === 'string' ? msg : '',
    ...parts,
  ].join(' ');
  return `${escapeLine(text)}\n`;
}

function formatValue(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
