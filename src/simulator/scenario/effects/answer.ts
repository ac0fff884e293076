// Effect `answer`: any status and body in place of the venue's response.
import { z } from 'zod';
import { encodeError } from '../../../protocol/index.js';
import { answer as createAnswer } from '../../response.js';
import { defineEffect } from '../effect.js';

const HEADER = /^([\w-]+): ([\x20-\x7e]*)$/;

export const answer = defineEffect({
  id: 'answer',
  on: 'delivery',
  summary: "any answer in place of the venue's",
  params: {
    when: z
      .enum(['before', 'after'])
      .default('before')
      .describe('whether the venue has processed the request'),
    status: z.int().min(200).max(599).describe('HTTP status'),
    code: z.string().min(1).exactOptional().describe("reason code of an error in the venue's form"),
    message: z.string().exactOptional().describe("message of an error in the venue's form"),
    body: z.string().exactOptional().describe('body as it is, instead of code and message'),
    contentType: z
      .string()
      .regex(/^[\x21-\x7e][\x20-\x7e]*$/)
      .exactOptional()
      .describe('of the body; absent: `application/json`'),
    headers: z
      .array(z.string().regex(HEADER))
      .default([])
      .describe('more headers, such as `Retry-After: 5`'),
  },
  create: ({ when, status, code, message = 'Injected fault.', body, contentType, headers }) => {
    const text = body ?? encodeError(code, message);
    const pairs = headers.flatMap((line) => HEADER.exec(line)?.slice(1) ?? []);
    const plain = createAnswer(status, text, pairs);
    const instead = contentType === undefined ? plain : { ...plain, contentType };
    return {
      plan: (plan) => {
        plan.isLost ||= when === 'before';
        plan.instead = instead;
      },
    };
  },
});
