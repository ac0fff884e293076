// Manual calls of an operator: checked, confirmed, journaled, sent once.
export { createSeenCalls, haltOnReads } from './read-halts.js';
export { runManualCall, type CallEnd, type OneCall } from './run.js';
export { checkAllowed, checkNamed, toPhrase } from './confirmation.js';
export { onlyReducesRisk } from './bot-state.js';
