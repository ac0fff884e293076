// Setup of every test file: properties take the same cases in each run, so that a test that was
// green stays green until the code changes. `PROPERTY_SEED=7 npm test` takes others, and
// `npm run test:properties` those of a seed that it draws and prints.
import fc from 'fast-check';
import { countRuns } from './runs.js';

fc.configureGlobal({
  seed: Number(process.env['PROPERTY_SEED'] ?? 1),
  // What fast-check takes where a test states none.
  numRuns: countRuns(100),
});
