// Selects the users of an effect: one, or all.
import { z } from 'zod';
import type { UserOrders } from '../../venue/index.js';
import type { Stage } from './effect.js';

export const userParam = z
  .string()
  .regex(/^[^@]+@.+$/)
  .exactOptional()
  .describe('`user@Org`; absent: all users');

export function findUsers({ venue }: Stage, user: string | undefined): readonly UserOrders[] {
  return venue.accounts.filter((one) => user === undefined || one.fullName === user);
}

/** Text on an unknown user; undefined if the user exists. */
export function findNobody(stage: Stage, user: string | undefined): string | undefined {
  return findUsers(stage, user).length === 0 ? `a user ${user ?? ''}` : undefined;
}
