// JSON Schema of a configuration, for completion and checks in editors.
import { z } from 'zod';

/** Draft-07 schema of a file's input, as plain data; `reused` parts stand where they are used. */
export function toJsonSchema(
  schema: z.ZodType,
  title: string,
  reused: 'inline' | 'ref' = 'inline',
): Readonly<Record<string, unknown>> {
  const { $schema, ...body } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-07',
    reused,
    // Editors show a former key as unknown, which leads its author to the present one.
    override: ({ jsonSchema }) => {
      delete jsonSchema['former'];
    },
  });
  return { $schema, title, ...body };
}
