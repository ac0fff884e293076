// Compares the field names of a response with those of the profile and suggests renames.
import { findNearestName } from '../domain/index.js';
import { describeFields, type RouteId, ROUTES } from '../protocol/index.js';
import { CALL_FACTS, type ProfileChanges } from '../protocol/profile/index.js';
import type { Asked, Context, Reply } from './context.js';
import { differs, type Finding, held, untested } from './finding.js';

type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Objects of a response: itself, the items of its list, or the values of its map. */
export function listItems(body: unknown): readonly Fields[] {
  if (Array.isArray(body)) return body.filter(isFields);
  if (!isFields(body)) return [];
  const inner = Object.values(body);
  return inner.length > 0 && inner.every(isFields) ? inner : [body];
}

/** Compares the fields of a response's first object with those of the profile. */
export function checkNames(context: Context, id: RouteId, point: number, reply: Reply): Finding {
  const field = `calls.${id}.answer`;
  const [item] = listItems(reply.body);
  if (item === undefined) {
    return untested(point, field, 'the response had no record', reply.evidence);
  }
  const spelled = context.profile.calls[id]?.answer ?? {};
  const expected = describeFields(ROUTES[id])
    .filter(({ place, name }) => place === 'answer' && /^(\[\]\.)?\w+$/.test(name))
    .map(({ name, isRequired }) => ({ ours: name.replace('[].', ''), isRequired }));
  const present = Object.keys(item);
  const theirs = new Map(expected.map(({ ours }) => [spelled[ours] ?? ours, ours]));
  const missing = expected.filter(({ ours }) => !present.includes(spelled[ours] ?? ours));
  const strange = present.filter((name) => !theirs.has(name));
  const assumed = [...theirs.keys()].join(', ');
  const subject = { point, field, assumed, evidence: reply.evidence };
  const pairs = matchNames(id, strange, missing);
  const lost = missing.filter(({ ours, isRequired }) => isRequired && pairs[ours] === undefined);
  if (Object.keys(pairs).length === 0 && lost.length === 0) return held(subject);
  const renamed = Object.entries(pairs).map(([ours, name]) => `${ours} is ${name}`);
  const gone = lost.map(({ ours }) => `no ${ours}`);
  const answer = { ...spelled, ...pairs };
  const changes = Object.keys(pairs).length === 0 ? undefined : { calls: { [id]: { answer } } };
  return differs(subject, [...renamed, ...gone].join(', '), changes);
}

interface Missing {
  readonly ours: string;
  readonly isRequired: boolean;
}

/**
 * Matches unknown names with missing ones: by a known synonym, a similar name, or as the only pair.
 */
function matchNames(
  id: RouteId,
  strange: readonly string[],
  missing: readonly Missing[],
): Readonly<Record<string, string>> {
  const facts = CALL_FACTS.find((one) => one.call === id && one.place === 'answer');
  const pairs: Record<string, string> = {};
  for (const name of strange) {
    const left = missing.filter(({ ours }) => pairs[ours] === undefined);
    const known = left.find(({ ours }) => facts?.others[ours]?.includes(name) === true)?.ours;
    const like = findNearestName(
      name,
      left.map(({ ours }) => ours),
    );
    const required = left.filter(({ isRequired }) => isRequired);
    const only = strange.length === 1 && required.length === 1 ? required[0]?.ours : undefined;
    const ours = known ?? like ?? only;
    if (ours !== undefined) pairs[ours] = name;
  }
  return pairs;
}

/** Whether the venue accepted the parameters of a request: it did more than validate them. */
export function isUnderstood({ status }: Reply): boolean {
  return (status >= 200 && status <= 299) || status === 404;
}

/** Tries the profile's name of a parameter, then the names of other venues. */
export async function checkParameter(
  context: Context,
  id: RouteId,
  point: number,
  name: string,
  asked: Asked,
): Promise<Finding> {
  const spelled = context.profile.calls[id]?.query ?? {};
  const assumed = spelled[name] ?? name;
  const reply = await context.ask(id, asked);
  const subject = { point, field: `calls.${id}.query`, assumed, evidence: reply.evidence };
  if (isUnderstood(reply)) return held(subject);
  if (reply.status !== 400) return untested(point, subject.field, reply.evidence);
  const facts = CALL_FACTS.find((one) => one.call === id && one.place === 'query');
  const { [name]: value = '', ...others } = asked.query ?? {};
  for (const other of facts?.others[name] ?? []) {
    if (other === assumed) continue;
    const again = await context.ask(id, { ...asked, query: { ...others, [other]: value } });
    if (!isUnderstood(again)) continue;
    const query = { ...spelled, [name]: other };
    const changes = { calls: { [id]: { query } } } as ProfileChanges;
    return differs({ ...subject, evidence: again.evidence }, other, changes);
  }
  return differs(subject, 'none of the known names');
}
