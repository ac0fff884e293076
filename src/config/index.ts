// Configuration files: reads them, checks them against schemas with line numbers, and reads
// secrets.
export { locate } from './document.js';
export { toJsonSchema } from './json-schema.js';
export { loadCalendars, type LoadedCalendars, parseCalendars } from './load-calendars.js';
export { type KnownText, recall } from './known-texts.js';
export { describeFormerKeys } from './former-keys.js';
export { faultAt, parseConfig, parseKeys, parsePart } from './parse.js';
export { refuseShortcuts } from './refuse-shortcuts.js';
export { readBytes } from './read-bytes.js';
export { readSecret, type SecretPorts, type SecretSource } from './secret.js';
export { findRealPath, type LoadedText, readText, type SourceText } from './text.js';
export { loadNamed, resolveBeside, withPlace } from './load-named.js';
