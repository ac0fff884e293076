// State of one login at one venue, kept on disk over restarts: directory, halt latch, lock.
export { takeFolderName } from './folder-name.js';
export { findDiskFault, findLack, findLeastBytes, isLow } from './disk-room.js';
export {
  findStateDirectory,
  markBegun,
  moveStateDirectory,
  openStateDirectory,
  toStateDirectory,
} from './directory.js';
export { type StateDirectory } from './state-directory.js';
export { IDENTITY_FILE } from './identity-file.js';
export {
  describeIdentity,
  isSameLogin,
  isSameVenue,
  spellPlace,
  type StateIdentity,
  toLockNames,
  type VenueAccount,
} from './identity.js';
export { placeMark, readMark, writeMark } from './journal-mark.js';
export { type KillCause, type KillCommand, toKillRecord } from './kill-record.js';
export { findStarts, type KnownStart, listStarts, noteStart, pickStart } from './known-starts.js';
export { listOthers, locateState, placeState, toStatePath } from './locate.js';
export {
  addToLatch,
  HaltLatch,
  type HaltRecord,
  joinHalts,
  readLatch,
  UNREADABLE,
} from './halt-latch.js';
export { InstanceLock, takeLock } from './instance-lock.js';
export { REFUSED_LOGINS, keepRefusals } from './failed-logins.js';
