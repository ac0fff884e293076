// Reads a saved state and validates each line.
import type { z } from 'zod';
import { describeIssues } from '../../validation/index.js';
import { fail, ok, type Result } from '../../domain/index.js';
import { parseJson } from '../../protocol/index.js';
import type { StateText } from '../settings.js';
import {
  headSchema,
  inputSchema,
  type SavedHead,
  type SavedInput,
  type SavedTail,
  tailSchema,
} from './input.js';

export interface SavedState {
  readonly head: SavedHead;
  readonly inputs: readonly SavedInput[];
  readonly tail: SavedTail;
}

/** Fault code `simulator.state`, with the line. */
export function readState({ file, text }: StateText): Result<SavedState> {
  const lines = text.trimEnd().split('\n');
  const read = <S extends z.ZodType>(index: number, schema: S): Result<z.output<S>> => {
    const value = parseJson(lines[index] ?? '');
    const parsed = schema.safeParse(value);
    if (parsed.success) return ok(parsed.data);
    const message = `no saved state of a simulator: ${describeIssues(schema, value, ['line'])}`;
    return fail('simulator.state', message, `${file}:${String(index + 1)}`);
  };
  const head = read(0, headSchema);
  if (!head.ok) return head;
  const tail = read(lines.length - 1, tailSchema);
  if (!tail.ok) return tail;
  const inputs: SavedInput[] = [];
  let lastAt = head.value.originMicros;
  for (let index = 1; index < lines.length - 1; index++) {
    const input = read(index, inputSchema);
    if (!input.ok) return input;
    if (input.value.at < lastAt || input.value.at > tail.value.endMicros) {
      const words = 'expected inputs in order of time, found one out of order';
      return fail('simulator.state', words, `${file}:${String(index + 1)}`);
    }
    lastAt = input.value.at;
    inputs.push(input.value);
  }
  if (inputs.length === tail.value.inputs) {
    return ok({ head: head.value, inputs, tail: tail.value });
  }
  const [expected, found] = [String(tail.value.inputs), String(inputs.length)];
  return fail('simulator.state', `expected ${expected} inputs, found ${found}`, file);
}
