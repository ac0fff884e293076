// Reads a policy file, or the default policy that comes with Weir.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  type LoadedText,
  parseConfig,
  readText,
  recall,
  refuseShortcuts,
  type SourceText,
} from '../config/index.js';
import { assert, ok, type Result } from '../domain/index.js';
import type { LoginAttemptLimits } from '../client/index.js';
import type { RetryPlans, TryPlan } from '../gateway/index.js';
import { compilePolicy, type Policy, type PolicyFile, policySchema } from '../policy/index.js';

export interface LoadedPolicy {
  readonly policy: Policy;
  readonly source: SourceText;
}

/** Possible paths of the default policy from here: beside src, or beside dist. */
const PLACES = ['../../config/policy.yaml', '../../../config/policy.yaml'];

/** Policy of a file; the default one without. Fault codes of `parseConfig`, `policy.check`. */
export function loadPolicy(file?: string): Result<LoadedPolicy> {
  const source = file === undefined ? readDefault() : readText(file);
  if (!source.ok) return source;
  const policy = parsePolicy(source.value);
  return policy.ok ? ok({ policy: policy.value, source: source.value }) : policy;
}

function readDefault(): Result<LoadedText> {
  const places = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const [first, ...others] = places.map((place) => readText(place));
  assert(first !== undefined, 'the default policy has a place');
  return first.ok ? first : (others.find((one) => one.ok) ?? first);
}

let latest: { readonly text: string; readonly policy: Policy } | undefined;

/** Policy of a text, YAML or JSON. Faults name file, line and column. */
export function parsePolicy(source: SourceText): Result<Policy> {
  // A session parses its policy twice: from its configuration and from its header.
  if (latest?.text === source.text) return ok(latest.policy);
  const parsed = recall('policy', source, readPolicyFile);
  if (!parsed.ok) return parsed;
  const hash = createHash('sha256').update(source.text).digest('hex');
  const policy = compilePolicy(parsed.value, hash.slice(0, 12));
  latest = { text: source.text, policy };
  return ok(policy);
}

/** Content of a policy file, checked. */
export function readPolicyFile(source: SourceText): Result<PolicyFile> {
  const parsed = parseConfig(source, policySchema);
  if (!parsed.ok) return parsed;
  const plain = refuseShortcuts(source);
  return plain.ok ? parsed : plain;
}

/** Retry plans of the gateway for order queries and cancels. */
export function toTries({ tries }: Policy): RetryPlans {
  return { find: toTryPlan(tries.find), cancel: toTryPlan(tries.cancel) };
}

/** Retry plan for refused logins (RC54). */
export function toLoginTries({ tries }: Policy): LoginAttemptLimits {
  const { max, first, most } = toTryPlan(tries.login);
  return { max, first, later: most };
}

/** A plain number means retries without a wait. */
function toTryPlan(tries: Policy['tries']['find']): TryPlan {
  if (typeof tries === 'number') return { max: tries, first: 0, most: 0 };
  const [first, most] = tries.backoff;
  return { max: tries.max, first, most };
}
