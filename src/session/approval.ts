// What a person has approved for live (RC61): hashes of all parts of a start, kept beside its
// configuration.
import { z } from 'zod';
import { fail, ok, type Result } from '../domain/index.js';
import { hashText } from './header.js';
import type { Plan } from './plan.js';
import { findVenueAccount, toIntegrity } from './session-state.js';

/** Part of a start to its hash; the account to its name. */
export type ApprovedParts = Readonly<Record<string, string>>;

const approvalSchema = z.strictObject({
  v: z.literal(1),
  by: z.string().min(1),
  reason: z.string().min(1),
  /** Wall clock, ISO text. */
  at: z.string(),
  parts: z.record(z.string(), z.string()),
});
export type Approval = z.output<typeof approvalSchema>;

/** Where the approval of a configuration stands. */
export function toApprovalFile(config: string): string {
  return `${config}.approved.json`;
}

/** Code, configuration, account, limits, policy, profile, calendars, signers and strategies. */
export function listParts(plan: Plan, code: string): ApprovedParts {
  const { config, limits, profile, strategies } = toIntegrity(plan);
  const account = findVenueAccount(plan.config.venue);
  const named = Object.entries(strategies).map(([name, hash]) => [`strategy ${name}`, hash]);
  return {
    ...{ code, config, limits, profile, policy: hashText(plan.policy.source.text) },
    calendars: hashText(plan.calendars.source?.text ?? ''),
    ...(account === undefined ? {} : { account: `${account.id} ${account.account}` }),
    ...(plan.authority === undefined ? {} : { authority: hashText(plan.authority.text) }),
    ...(Object.fromEntries(named) as Record<string, string>),
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
  const hint = 'weir check CONFIG --approve --by NAME --reason TEXT approves what is there';
  const approval = text === undefined ? undefined : parseApproval(text);
  if (approval === undefined) {
    const found = text === undefined ? 'none' : 'another file';
    const message = `expected the approval of a live start, found ${found}; ${hint}`;
    return fail('session.integrity', message, file);
  }
  const names = [...new Set([...Object.keys(approval.parts), ...Object.keys(parts)])];
  const changed = names.filter((name) => approval.parts[name] !== parts[name]);
  if (changed.length === 0) return ok(undefined);
  const list = changed.map((name) => {
    return `${name}: ${approval.parts[name] ?? 'none'}, found ${parts[name] ?? 'none'}`;
  });
  const by = `approved by ${approval.by} at ${approval.at}`;
  const message = `expected what was ${by}: ${list.join('; ')}; ${hint}`;
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
