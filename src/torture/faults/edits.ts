// Edits of the venue's responses on their way back: of their objects, lists or text.
import { isRecord } from '../../validation/index.js';
import type { LocalAnswer } from '../../simulator/index.js';
import type { EditAnswer } from '../platform/wire-types.js';

export type Fields = Readonly<Record<string, unknown>>;

const isTaken = ({ status }: LocalAnswer): boolean => status === 200 || status === 202;

/** Edits the text of a successful response with a body. */
export function editText(change: (text: string) => string): EditAnswer {
  return (answer) => {
    if (!isTaken(answer) || answer.body.length === 0) return answer;
    return { ...answer, body: Buffer.from(change(answer.body.toString())) };
  };
}

/** Edits the parsed body of a response; a body that is not JSON stays unchanged. */
function editValue(change: (value: unknown) => unknown): EditAnswer {
  return editText((text) => {
    try {
      return JSON.stringify(change(JSON.parse(text)));
    } catch {
      return text;
    }
  });
}

/** Edits each object of a response: the body itself, or the items of its list. */
export function editObjects(change: (fields: Fields) => unknown): EditAnswer {
  const changeOne = (value: unknown) => (isRecord(value) ? change(value) : value);
  return editValue((value) => (Array.isArray(value) ? value.map(changeOne) : changeOne(value)));
}

/** Edits the list of a response; a body that is not a list stays unchanged. */
export function editList(change: (items: readonly unknown[]) => readonly unknown[]): EditAnswer {
  return editValue((value) => (Array.isArray(value) ? change(value) : value));
}
