// Changes of answers on their way back: of the objects in them, and of their very text.
import { isRecord } from '../../protocol/index.js';
import type { LocalAnswer } from '../../simulator/index.js';
import type { EditAnswer } from '../platform/network.js';

export type Fields = Readonly<Record<string, unknown>>;

const isTaken = ({ status }: LocalAnswer): boolean => status === 200 || status === 202;

/** Changes the whole text of an answer that says something. */
export function editText(change: (text: string) => string): EditAnswer {
  return (answer) => {
    if (!isTaken(answer) || answer.body.length === 0) return answer;
    return { ...answer, body: Buffer.from(change(answer.body.toString())) };
  };
}

/** Changes the parsed body of an answer; one that is no JSON stays. */
function editValue(change: (value: unknown) => unknown): EditAnswer {
  return editText((text) => {
    try {
      return JSON.stringify(change(JSON.parse(text)));
    } catch {
      return text;
    }
  });
}

/** Changes each object of an answer: the answer itself, or those of its list. */
export function editObjects(change: (fields: Fields) => unknown): EditAnswer {
  const changeOne = (value: unknown) => (isRecord(value) ? change(value) : value);
  return editValue((value) => (Array.isArray(value) ? value.map(changeOne) : changeOne(value)));
}

/** Changes the list that an answer is; another answer stays. */
export function editList(change: (items: readonly unknown[]) => readonly unknown[]): EditAnswer {
  return editValue((value) => (Array.isArray(value) ? change(value) : value));
}
