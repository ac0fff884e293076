// Signers of a venue's certificate that a configuration trusts, in place of the host's.
import { X509Certificate } from 'node:crypto';
import { type LoadedText, readText, resolveBeside, withPlace } from '../config/index.js';
import { fail, ok, type Result } from '../domain/index.js';
import type { SessionConfig } from './config-schema.js';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The file that `venue.ca` names; undefined without that key. Fault codes of `readText` and
 * `config.authority`, with the line of the configuration.
 */
export function loadAuthority(
  source: LoadedText,
  { venue }: Pick<SessionConfig, 'venue'>,
): Result<LoadedText | undefined> {
  if (venue?.ca === undefined) return ok(undefined);
  const read = readAuthority(resolveBeside(source.file, venue.ca));
  return read.ok ? read : withPlace(source, ['venue', 'ca'], read.fault);
}

/** Certificates only: a private key does not belong in this file. */
function readAuthority(file: string): Result<LoadedText> {
  const source = readText(file);
  if (!source.ok) return source;
  const { text } = source.value;
  const expected = 'expected certificates of authorities (PEM)';
  const failFor = (found: string) => {
    return fail('config.authority', `${expected}, found ${found}`, file);
  };
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return failFor('a private key');
  const certificates = text.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) return failFor('none');
  const bad = certificates.findIndex((one) => !isCertificate(one));
  if (bad === -1) return ok(source.value);
  return failFor(`no certificate in block ${String(bad + 1)}`);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
