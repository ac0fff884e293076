// Approval of a live start (RC61): hashes of all its parts, in a file beside the configuration. A
// live start checks its parts against the hashes that an operator approved.
import { sha256Hex } from '../journal/index.js';
import { z } from 'zod';
import { spellBaseUrl } from '../client/index.js';
import { fail, ok, type Result } from '../domain/index.js';
import type { Plan } from '../plan/index.js';
import { findVenueAccount, toIntegrity } from '../recovery/index.js';
import {
  APPROVAL_HINT as HINT,
  type CompiledTexts,
  compiledSchema,
  hashCompiled,
} from '../strategy-loader/index.js';

/** Name of each part of a start to its hash; `venue` and `account` to plain text. */
export type ApprovedParts = Readonly<Record<string, string>>;

const approvalSchema = z.strictObject({
  v: z.literal(1),
  by: z.string().min(1),
  reason: z.string().min(1),
  /** Wall clock, ISO text. */
  at: z.string(),
  parts: z.record(z.string(), z.string()),
  /** Absent in approvals that older versions wrote; a start of this version refuses those. */
  compiled: z.record(z.string(), compiledSchema).exactOptional(),
});
export type Approval = z.output<typeof approvalSchema>;

/** Path of the approval file of a configuration. */
export function toApprovalFile(config: string): string {
  return `${config}.approved.json`;
}

/** Compiled texts of the plan's strategies, to be stored in its approval. */
export function listCompiled({ strategies }: Plan): CompiledTexts {
  return Object.fromEntries(
    strategies.flatMap(({ compiled, reference, source }) => {
      if (compiled === undefined) return [];
      const { code, map } = compiled;
      return [[reference, { source: sha256Hex(source.text), code, map }]];
    }),
  );
}

/**
 * Lists the parts of a start: hashes of code, configuration, limits, policy, profile, calendars,
 * signers, strategies and compiled strategies; venue environment, base URL and account as text.
 */
export function listParts(plan: Plan, code: string): ApprovedParts {
  const { baseUrl, environment } = plan.config.venue ?? { baseUrl: 'none', environment: 'paper' };
  const { config, limits, profile, strategies } = toIntegrity(plan);
  const account = findVenueAccount(plan.config.venue);
  const named = Object.entries(strategies).map(([name, hash]) => [`strategy ${name}`, hash]);
  const compiled = Object.entries(listCompiled(plan)).map(([path, one]) => {
    return [toCompiledPart(path), hashCompiled(one)];
  });
  return {
    venue: `${environment} at ${spellBaseUrl(baseUrl)}`,
    code,
    config,
    limits,
    profile,
    policy: sha256Hex(plan.policy.source.text),
    calendars: sha256Hex(plan.calendars.source?.text ?? ''),
    ...(account === undefined ? {} : { account: `${account.id} ${account.account}` }),
    ...(plan.authority === undefined ? {} : { authority: sha256Hex(plan.authority.text) }),
    ...(Object.fromEntries([...named, ...compiled]) as Record<string, string>),
  };
}

export function formatApproval(approval: Approval): string {
  return `${JSON.stringify(approval, undefined, 2)}\n`;
}

/**
 * Compares the parts of a start with the approved ones. `text` is that of the approval file,
 * undefined where the file is missing. Fault code `session.integrity`.
 */
export function checkApproval(
  file: string,
  text: string | undefined,
  parts: ApprovedParts,
): Result<void> {
  const read = readApproval(file, text);
  if (!read.ok) return read;
  const approval = read.value;
  const names = [...new Set([...Object.keys(approval.parts), ...Object.keys(parts)])];
  const changed = names.filter((name) => approval.parts[name] !== parts[name]);
  if (changed.length === 0) return ok(undefined);
  const list = changed.map((name) => {
    return `${name}: ${approval.parts[name] ?? 'none'}, found ${parts[name] ?? 'none'}`;
  });
  const by = `approved by ${approval.by} at ${approval.at}`;
  const message = `these parts differ from those ${by}: ${list.join('; ')}; ${HINT}`;
  return fail('session.integrity', message, file);
}

/**
 * Compiled texts of an approval by the same `code`: a live start runs these and calls no compiler.
 * Fault code `session.integrity`.
 */
export function findCompiled(
  file: string,
  text: string | undefined,
  code: string,
): Result<CompiledTexts> {
  const read = readApproval(file, text);
  if (!read.ok) return read;
  const { compiled = {}, parts } = read.value;
  const known = checkApproval(file, text, { ...parts, code });
  if (!known.ok) return known;
  const odd = Object.keys(compiled).find((path) => {
    const one = compiled[path];
    return one === undefined || hashCompiled(one) !== parts[toCompiledPart(path)];
  });
  if (odd === undefined) return ok(compiled);
  const message = `expected the approved compiled text of ${odd}, found another; ${HINT}`;
  return fail('session.integrity', message, file);
}

function toCompiledPart(path: string): string {
  return `compiled ${path}`;
}

function readApproval(file: string, text: string | undefined): Result<Approval> {
  const approval = text === undefined ? undefined : parseApproval(text);
  if (approval !== undefined) return ok(approval);
  const found = text === undefined ? 'none' : 'another file';
  const message = `expected the approval of this start, found ${found}; ${HINT}`;
  return fail('session.integrity', message, file);
}

function parseApproval(text: string): Approval | undefined {
  try {
    const parsed = approvalSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
