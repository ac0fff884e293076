// Setup of every test file: properties take the same cases in each run, so that a test that was
// green stays green until the code changes. Other cases: `PROPERTY_SEED=7 npm test`.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
