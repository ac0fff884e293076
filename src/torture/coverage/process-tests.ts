// Faults that no virtual process can show, with the test of real processes and sockets for each.

export interface ProcessTest {
  /** Id in the list of faults. */
  readonly id: string;
  readonly summary: string;
  /** Test file and a part of the test's title; absent while there is no test. */
  readonly test?: readonly [file: string, words: string];
}

const TLS = 'test/process/tls.test.ts';
const OUTAGE = 'test/process/outage.test.ts';
const RECOVERY = 'test/process/recovery.test.ts';

export const PROCESS_TESTS: readonly ProcessTest[] = [
  {
    id: 'N04',
    summary: 'TLS fails',
    test: [TLS, 'expired certificate at a second connection'],
  },
  { id: 'N18', summary: 'HTTP/2 is negotiated', test: [TLS, 'that speaks only HTTP/2 is refused'] },
  {
    id: 'P04',
    summary: 'a strategy blocks the process',
    test: ['test/process/guard.test.ts', 'a bot whose strategy loops forever'],
  },
  {
    id: 'P07',
    summary: 'the memory is used up',
    test: [OUTAGE, 'out-of-memory crash finds and cancels the orders'],
  },
  {
    id: 'P13',
    summary: 'an upgrade with an older journal',
    test: [OUTAGE, 'records of the same version by an older Weir'],
  },
  {
    id: 'H01',
    summary: 'the configuration of another environment',
    test: [RECOVERY, 'of another login or environment is refused'],
  },
  {
    id: 'H02',
    summary: 'a limit with three zeros too many',
    test: ['test/process/limits.test.ts', 'looser limits are refused until accepted'],
  },
  {
    id: 'H06',
    summary: 'lock or halt file deleted by hand',
    test: [RECOVERY, 'halt survives restarts (RC69), also with its file deleted'],
  },
  {
    id: 'H07',
    summary: 'half a deployment',
    test: ['test/process/integrity.test.ts', 'files of two builds are refused'],
  },
  {
    id: 'H08',
    summary: 'a secret rotated while the bot runs',
    test: [OUTAGE, 'the next start reads the new password'],
  },
];
