// Names of controls in limits files and the RC ids and parameters behind them.
import { expect, it } from 'vitest';
import {
  fromFileForm,
  limitsFileSchema,
  limitsSchema,
  toFileParams,
  toFilePath,
  toLimitName,
} from '../../src/risk/index.js';
import { LIMITABLE_CONTROLS } from '../../src/risk/limitable-controls.js';

const standard = limitsSchema.parse({}) as Readonly<Record<string, unknown>>;

it.each(LIMITABLE_CONTROLS.map(({ id }) => [id]))('%s has a unique name', (id) => {
  const others = LIMITABLE_CONTROLS.filter((one) => one.id !== id);
  expect(toLimitName(id)).toMatch(/^[a-z][A-Za-z]+$/);
  expect(others.map(({ name }) => name)).not.toContain(toLimitName(id));
});

it.each(LIMITABLE_CONTROLS.map(({ id }) => [id]))('defaults of %s read back equal', (id) => {
  const file = { [toLimitName(id)]: toFileParams(id, standard[id]) };
  expect(fromFileForm(file)).toEqual({ [id]: standard[id] });
});

it('empty limits file has the defaults of all controls', () => {
  expect(JSON.stringify(limitsFileSchema.parse({}))).toBe(JSON.stringify(standard));
});

it('parameters by class share one key, and its path leads there', () => {
  expect(limitsFileSchema.parse({ priceCollar: { maxBps: { EM: 7 } } })).toMatchObject({
    RC14: { G10: 50, EM: 7, DA: 300 },
  });
  expect(toFilePath(['RC14', 'EM'])).toEqual(['priceCollar', 'maxBps', 'EM']);
  expect(toFilePath(['RC05', 'hard'])).toEqual(['maxOrderNotional', 'max']);
  expect(toFilePath(['RC16', 'venueSeconds', 'G10'])).toEqual([
    'staleRate',
    'maxVenueAgeSeconds',
    'G10',
  ]);
});
