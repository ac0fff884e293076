// The reason-code policy: what every answer of the venue does, as data.
export { type CallFacts, type CallScope, type Deed, NO_SCOPE, type Verdict } from './verdict.js';
export {
  type CallAnswer,
  findNameField,
  OPERATOR,
  toCallGroup,
  toCallScope,
  toMade,
} from './call-answer.js';
export type { CountsSnapshot } from './counters.js';
export { type EnginePorts, PolicyEngine } from './engine.js';
export { type Explanation, explainCase } from './explain.js';
export { classifyCall } from './lookup.js';
export {
  compilePolicy,
  leavesOrders,
  type Policy,
  type Rule,
  type StatusRule,
  type Step,
} from './policy.js';
export { readReasonText } from './read-reason.js';
export { type PolicyFile, policySchema } from './schema.js';
export { type PolicyRow, tellActions, tellPolicy, tellStep } from './format.js';
export type { Action, PauseEnd, PauseScope, PolicyClass, RejectCode } from './vocabulary.js';
