// Compares passwords and tokens in constant time.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { SimulatorUser } from '../settings.js';

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether two texts are equal; the time does not depend on where they differ. */
export function isSameSecret(text: string, expected: string): boolean {
  return timingSafeEqual(hash(text), hash(expected));
}

/** Creates a constant-time test for one secret. */
export function createSecretTest(secret: string): (text: string) => boolean {
  const expected = hash(secret);
  return (text) => timingSafeEqual(hash(text), expected);
}

/** Creates a constant-time test of passwords; an unknown user takes as long as a wrong password. */
export function createPasswordTest(
  users: readonly SimulatorUser[],
): (user: string, org: string, password: string) => boolean {
  const toKey = (user: string, org: string) => JSON.stringify([user, org]);
  const hashes = new Map(users.map((one) => [toKey(one.user, one.org), hash(one.password)]));
  const nobody = hash('');
  return (user, org, password) => {
    const expected = hashes.get(toKey(user, org));
    const isEqual = timingSafeEqual(hash(password), expected ?? nobody);
    return isEqual && expected !== undefined;
  };
}
