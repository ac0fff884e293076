// Reads and checks the recordings of a configuration before anything runs.
import { type LoadedText, resolveBeside, withPlace } from '../config/index.js';
import {
  type CacheSettings,
  mergeRecordings,
  type PreparedRecording,
  prepareRecording,
  toRecordingOptions,
} from '../recordings/index.js';
import { ok, type Result } from '../domain/index.js';
import { listRecordings, type SessionConfig } from './config-schema.js';

/**
 * All recordings as one, or `recorded` if they were prepared earlier; undefined where there are
 * none. Fault codes of `prepareRecording`.
 */
export async function preparePlanned(
  source: LoadedText,
  config: SessionConfig,
  recorded: CacheSettings | PreparedRecording | undefined,
): Promise<Result<PreparedRecording | undefined>> {
  if (typeof recorded === 'object' && 'facts' in recorded) return ok(recorded);
  const parts: PreparedRecording[] = [];
  for (const [index, one] of listRecordings(config).entries()) {
    const file = resolveBeside(source.file, one.file);
    const options = toRecordingOptions(one, config.instruments);
    const prepared = await prepareRecording(file, options, recorded);
    if (!prepared.ok) {
      const at = Array.isArray(config.recording) ? [index] : [];
      return withPlace(source, ['recording', ...at, 'file'], prepared.fault);
    }
    parts.push(prepared.value);
  }
  return parts.length === 0 ? ok(undefined) : mergeRecordings(parts);
}
