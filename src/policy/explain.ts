// Explains which rule of a policy answers a case and which counters the case would hit; counts
// nothing.
import { fail, findNearestName, ok, type Result } from '../domain/index.js';
import { CALL_GROUPS, TRANSPORT_OUTCOMES } from '../domain/venue/index.js';
import { classifyCall, findCallRule, findReason, findStatusRule, isSerious } from './lookup.js';
import type { Policy, Rule, EscalationStep } from './policy.js';
import { readReasonText } from './read-reason.js';
import type { CallOutcome } from './verdict.js';

/** Explanation of one case. */
export interface Explanation {
  /** Rules that apply, the most specific one last. */
  readonly rules: readonly Rule[];
  /** Class of the call, or state of the order. */
  readonly class: string;
  /** Counters of the whole policy that the case would also hit, with their names. */
  readonly counters: readonly { readonly name: string; readonly step: EscalationStep }[];
}

const SUBJECTS = [...CALL_GROUPS, 'status'] as const;
/** Flags that may stand anywhere after the first two words. */
const FLAGS = ['resent', 'hmac', 'resend'] as const;
const FORM = 'expected `CALL STATUS|OUTCOME [CODE]` or `status STATUS [CODE]`';

/**
 * Explains a text such as `place 400 RequestValidationError.amount`, `data timeout` or `status
 * PENDING_CANCEL`. Fault: `policy.explain`.
 */
export function explainCase(policy: Policy, text: string): Result<Explanation> {
  const all = text.trim().split(/\s+/);
  const flags = new Set(all.slice(2).filter((word) => FLAGS.some((flag) => flag === word)));
  const [subject = '', outcome = '', ...rest] = all.filter((word) => !flags.has(word));
  const [code = '', more] = rest;
  if (!SUBJECTS.some((one) => one === subject)) {
    return wrong(`a call (${SUBJECTS.join(', ')})`, subject, SUBJECTS);
  }
  if (more !== undefined) return wrong('nothing more', more, FLAGS);
  if (subject === 'status') return explainStatus(policy, outcome, code);
  // unreached: all other subjects have been dealt with
  const group = CALL_GROUPS.find((one) => one === subject) ?? 'place';
  const status = /^[1-5]\d\d$/.test(outcome) ? Number(outcome) : 0;
  const transport = TRANSPORT_OUTCOMES.find((one) => one === outcome);
  if (status === 0 && transport === undefined) {
    const expected = `an HTTP status or an outcome (${TRANSPORT_OUTCOMES.join(', ')})`;
    return wrong(expected, outcome, TRANSPORT_OUTCOMES);
  }
  const read = readReasonText(code);
  const reason = { code: read.code, codeKind: read.kind, message: '' };
  const kinds = { resent: flags.has('resent'), isResend: flags.has('resend') };
  return ok(
    explainCall(policy, flags.has('hmac') ? 'hmac' : 'token', {
      group,
      status,
      transport,
      ...reason,
      ...kinds,
    }),
  );
}

function explainCall(policy: Policy, login: 'token' | 'hmac', facts: CallOutcome): Explanation {
  const rule = findCallRule(policy, login, facts);
  const found = classifyCall(policy, login, facts);
  const reasons = rule.class === 'by-reason' ? [findReason(policy, facts)] : [];
  const serious = isSerious(policy, facts.code) ? [policy.serious] : [];
  const isPlace = facts.group === 'place';
  return {
    rules: [rule, ...reasons, ...serious],
    class: found,
    counters: [
      ...(isPlace && found === 'rejected' ? listBursts(policy, reasons[0]) : []),
      ...(isPlace && found === 'unknown' ? name('unknowns', policy.unknowns) : []),
    ],
  };
}

function explainStatus(policy: Policy, word: string, code: string): Result<Explanation> {
  if (word === '') return wrong('a status word', word, [...policy.statuses.keys()]);
  const rule = findStatusRule(policy, word);
  const { kind, code: found } = readReasonText(code);
  const reads = rule.readsReason && kind !== 'none';
  const reason = reads ? findReason(policy, { code: found, codeKind: kind }) : undefined;
  return ok({
    rules: reason === undefined ? [rule] : [rule, reason],
    class: rule.state,
    counters: rule.state === 'REJECTED' ? listBursts(policy, reason) : [],
  });
}

/** RC39: equal codes are counted only when the code has no steps of its own. */
function listBursts({ bursts }: Policy, reason: Rule | undefined): Explanation['counters'] {
  const hasOwn = reason !== undefined && reason.steps.length > 0;
  return name(
    'bursts',
    bursts.filter(({ same }) => !(same && hasOwn)),
  );
}

function name(of: string, steps: readonly EscalationStep[]): Explanation['counters'] {
  return steps.map((step) => ({ name: of, step }));
}

function wrong(expected: string, found: string, known: readonly string[]) {
  const near = findNearestName(found, known);
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
  const seen = found === '' ? 'nothing' : `\`${found}\``;
  return fail('policy.explain', `${FORM}: expected ${expected}, found ${seen}${hint}`);
}
