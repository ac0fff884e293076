// The schema of a policy file, with the checks over several of its keys.
import { checkPolicy } from './checks.js';
import { shape } from './schema.js';

/** Schema of a policy file with the load checks K1 to K10. Fault code `policy.check`. */
export const policySchema = shape.superRefine((file, context) => {
  for (const { check, path, message } of checkPolicy(file)) {
    context.addIssue({
      code: 'custom',
      path: [...path],
      message: `${check}: ${message}`,
      params: { code: 'policy.check' },
    });
  }
});
