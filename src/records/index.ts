// Journal records of a session: header, inputs, outputs.
export {
  END_TYPE,
  HEADER_TYPE,
  INPUT_TYPES,
  OUTPUT_TYPES,
  START_TYPE,
  StepOutputs,
  toBotEvent,
  toCommandRecords,
  type Outgoing,
  type OutputRecord,
} from './records.js';
export {
  OUTPUT_FORMAT,
  createHeader,
  listTexts,
  parseHeader,
  toKernelSetup,
  type SessionHeader,
} from './header.js';
export { SessionJournal } from './session-journal.js';
export { loadHeaderStrategies } from './header-strategies.js';
