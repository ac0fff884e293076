// One hash for all settings that decide what a simulator answers.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SimulatorSettings } from '../settings.js';

/**
 * Keys that a restored simulator may have otherwise: where it listens, how fast, and its secrets.
 */
const FREE = new Set([
  ...['host', 'hosts', 'port', 'speed', 'controlToken', 'log', 'keepInputs', 'restore'],
  ...['password', 'hmac'],
]);

/** SHA-256 over the settings, recordings by their content. */
export function hashSettings(settings: SimulatorSettings): string {
  const text = JSON.stringify(settings, (key, value: unknown) => {
    if (FREE.has(key)) return undefined;
    if (key === 'file' && typeof value === 'string') return hash(readFileSync(value));
    if (typeof value === 'bigint') return `${String(value)}n`;
    return value instanceof Map ? [...value] : value;
  });
  return hash(text);
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
