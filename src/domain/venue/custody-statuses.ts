// Statuses of deposits and withdrawals.

/** Wire facts 8. */
export const DEPOSIT_STATUSES = ['PENDING', 'CONFIRMED', 'CREDITED', 'FAILED'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** Wire facts 8. */
export const WITHDRAWAL_STATUSES = [
  'APPLIED',
  'PENDING_APPROVAL',
  'PROCESSING',
  'COMPLETED',
  'REJECTED',
  'CANCELED',
  'FAILED',
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];
