// Tags of secrets: one for another environment is refused (H01).
import { describe, expect, it } from 'vitest';
import { splitSecretEnvironment } from '../../src/plan/secret-environment.js';

const take = (text: string, environment: string) => {
  const taken = splitSecretEnvironment(text, environment, 'venue.password');
  return taken.ok ? taken.value : `${taken.fault.code}: ${taken.fault.message}`;
};

describe('secret', () => {
  it.each(['paper', 'test', 'live'])('is used without its tag at a %s venue', (environment) => {
    expect(take(`weir-${environment}:weir-live:x`, environment)).toBe('weir-live:x');
  });

  it('needs no tag outside live', () => {
    expect(take('live:x', 'paper')).toBe('live:x');
    expect(take('x', 'test')).toBe('x');
    expect(take('live:x', 'live')).toBe(
      'config.secret: venue.password: expected a secret that begins with weir-live:, found none',
    );
  });

  it.each([
    ['paper', 'live'],
    ['live', 'paper'],
    ['test', 'paper'],
  ])('of %s is refused at a %s venue, and is not shown', (tag, environment) => {
    expect(take(`weir-${tag}:very-secret`, environment)).toBe(
      `config.secret: venue.password: expected a secret that begins with weir-${environment}:, ` +
        `found weir-${tag}:`,
    );
  });
});
