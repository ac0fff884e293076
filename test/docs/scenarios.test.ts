// The worked example of the page on scenarios does what the page says of it.
import { expect, it } from 'vitest';
import { scenarioSchema } from '../../src/simulator/index.js';
import { parseConfig } from '../../src/config/index.js';
import { unwrap } from '../../src/domain/index.js';
import { outcome } from '../simulator/scenario/faults.js';
import { start } from '../simulator/harness.js';
import { readPage } from './pages.js';

it('an answer is lost, the order is there, and shows itself 3 seconds later', async () => {
  const { blocks } = readPage('docs/scenarios.md');
  const text = blocks.find(({ file }) => file === 'own/lost-answer.yaml')?.text ?? '';
  const scenario = unwrap(parseConfig({ file: 'own/lost-answer.yaml', text }, scenarioSchema));
  const client = await start({ scenario });
  await client.login();
  expect(await outcome(client.place('first'))).toBe(202);
  expect(await outcome(client.place('second'))).toBe('no answer');
  expect(await outcome(client.place('third'))).toBe(202);
  const status = async () => (await client.get('/v2/orders?coId=second')).status;
  expect(await status()).toBe(404);
  await client.moveTo(2_999);
  expect(await status()).toBe(404);
  await client.moveTo(3_000);
  expect(await client.order('second')).toMatchObject({ coId: 'second', status: 'FILLED' });
});
