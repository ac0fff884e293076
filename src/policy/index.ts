// The policy: what follows from every response of the venue, as data, and the engine that applies
// it.
export { type CallOutcome, type CallScope, type PolicyAction, type Verdict } from './verdict.js';
export {
  type CallAnswer,
  findNameField,
  OPERATOR,
  toCallGroup,
  toCallScope,
  toMade,
} from './call-answer.js';
export type { CountsSnapshot } from './counters.js';
export { PolicyEngine } from './engine.js';
export { type Explanation, explainCase } from './explain.js';
export { classifyCall, classifySubmit, findStatusRule } from './lookup.js';
export {
  compilePolicy,
  keepsOrdersOnHalt,
  type Policy,
  type StatusRule,
  type EscalationStep,
} from './policy.js';
export { readReasonText } from './read-reason.js';
export { type PolicyFile } from './schema.js';
export { policySchema } from './policy-schema.js';
export { type PolicyRow, formatActions, formatPolicy, formatStep } from './format.js';
export type { PauseEnd, PauseScope, OutcomeClass } from './vocabulary.js';
