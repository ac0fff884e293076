// What orders of the open types need, by the default profile and by others.
import { describe, expect, it } from 'vitest';
import {
  createProfile,
  findOrderFault,
  profileSchema,
} from '../../../src/protocol/profile/index.js';

const evaluate = (file: object, request: object) =>
  findOrderFault({ ...request }, createProfile(profileSchema.parse(file)));

const STOP = { execFlags: ['BidTrigger'], timeInForce: 'DAY' };
const PEG = { pegPriceType: 'Mid', timeInForce: 'GTC' };

describe('by the default profile', () => {
  it.each([
    [{ type: 'Limit' }, undefined],
    [{ type: 'constructor' }, undefined],
    [{}, undefined],
    [{ type: 'Stop', ...STOP }, undefined],
    [{ type: 'Stop', ...STOP, timeInForce: undefined }, undefined],
    [{ type: 'Stop' }, 'execFlags: expected for type Stop'],
    [{ type: 'StopLimit', ...STOP }, undefined],
    [
      { type: 'StopLimit', ...STOP, timeInForce: undefined },
      'timeInForce: expected for type StopLimit',
    ],
    [{ type: 'Pegged', ...PEG }, undefined],
    [{ type: 'Pegged', timeInForce: 'GTC' }, 'pegPriceType: expected for type Pegged'],
    [{ type: 'Pegged', ...PEG, pegPriceType: '' }, 'pegPriceType: expected for type Pegged'],
  ])('%j: %s', (request, expected) => {
    expect(evaluate({}, request)).toBe(expected);
  });
});

describe('by another profile', () => {
  it.each([
    [{ orderNeeds: { Stop: [] } }, { type: 'Stop' }, undefined],
    [
      { orderNeeds: { Pegged: ['price'] } },
      { type: 'Pegged', ...PEG },
      'price: expected for type Pegged',
    ],
    [
      { stopTimes: ['GTC', 'GTT'] },
      { type: 'Stop', ...STOP },
      'timeInForce: expected GTC or GTT for type Stop, found DAY',
    ],
    [{ stopTimes: ['GTC'] }, { type: 'StopLimit', ...STOP }, undefined],
  ])('%j of %j: %s', (file, request, expected) => {
    expect(evaluate(file, request)).toBe(expected);
  });
});
