// One random life of orders, lived by kernel and model.
import { generateSequence } from './order-model-draws.js';
import { OrderTwin } from './order-twin.js';
import { createRandom } from './script.js';

const LENGTH = 60;

/** The first step after which they differ. */
export function findDifference(seed: number): string | undefined {
  const twin = new OrderTwin({ login: seed % 3 === 0 ? 'hmac' : 'token', resends: seed % 2 === 0 });
  for (const [index, input] of generateSequence(createRandom(seed), LENGTH).entries()) {
    const differences = twin.step(input);
    if (differences.length === 0) continue;
    return `seed ${seed}, step ${index}, ${JSON.stringify(input)}: ${differences.join('; ')}`;
  }
  return undefined;
}
