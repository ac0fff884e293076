// Hash of all settings that determine the simulator's responses.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SimulatorSettings } from '../settings.js';

/** Keys that a restored simulator may change: address, speed, secrets and recording of inputs. */
const FREE = new Set([
  ...['host', 'hosts', 'port', 'speed', 'controlToken', 'log', 'keepInputs', 'restore'],
  ...['password', 'hmac'],
]);

/** SHA-256 over the settings, with recordings by content. */
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
