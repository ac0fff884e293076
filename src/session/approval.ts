// What a person has approved for live (RC61): hashes of all parts of a start, kept beside its
// configuration.
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

/** Part of a start to its hash; venue and account to their names. */
export type ApprovedParts = Readonly<Record<string, string>>;

const approvalSchema = z.strictObject({
  v: z.literal(1),
  by: z.string().min(1),
  reason: z.string().min(1),
  /** Wall clock, ISO text. */
  at: z.string(),
  parts: z.record(z.string(), z.string()),
  /** Absent in approvals of older versions, which no start of this one takes. */
  compiled: z.record(z.string(), compiledSchema).exactOptional(),
});
export type Approval = z.output<typeof approvalSchema>;

/** Where the approval of a configuration stands. */
export function toApprovalFile(config: string): string {
  return `${config}.approved.json`;
}

/** What runs of the own strategies of a plan, to be kept with its approval. */
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
 * Hashes of code, configuration, limits, policy, profile, calendars, signers, strategies and what
 * these were compiled to, and the venue in words: environment and base URL, and
 * the account.
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
    ...{ code, config, limits, profile, policy: sha256Hex(plan.policy.source.text) },
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
 * Whether all parts are those that a person has approved. Fault code `session.integrity`; `text` is
 * that of the approval's file, undefined where there is none.
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
  const message = `expected what was ${by}: ${list.join('; ')}; ${HINT}`;
  return fail('session.integrity', message, file);
}

/**
 * The compiled texts of an approval by the same `code`: what a live start runs in place of calling
 * a compiler. Fault code `session.integrity`.
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
  const message = `expected the compiled text of ${odd} as it was approved, found another; ${HINT}`;
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
