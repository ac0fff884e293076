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
    test: [TLS, 'the second connection that shows an expired certificate'],
  },
  { id: 'N18', summary: 'HTTP/2 is negotiated', test: [TLS, 'that speaks HTTP/2 only is refused'] },
  {
    id: 'P04',
    summary: 'a strategy blocks the process',
    test: ['test/process/guard.test.ts', 'spins in its strategy is halted on disk'],
  },
  {
    id: 'P07',
    summary: 'the memory is used up',
    test: [OUTAGE, 'dies, and started again finds and cancels its orders'],
  },
  {
    id: 'P13',
    summary: 'an upgrade with an older journal',
    test: [OUTAGE, 'reads records of its version from an older Weir'],
  },
  {
    id: 'H01',
    summary: 'the configuration of another environment',
    test: [RECOVERY, 'of another login or environment is refused'],
  },
  {
    id: 'H02',
    summary: 'a limit with three zeros too many',
    test: ['test/process/limits.test.ts', 'is refused until a person accepts what lets more'],
  },
  {
    id: 'H06',
    summary: 'lock or halt file deleted by hand',
    test: [RECOVERY, 'keeps a halt over restarts (RC69), also when its file is deleted'],
  },
  {
    id: 'H07',
    summary: 'half a deployment',
    test: ['test/process/integrity.test.ts', 'of files of two builds is refused'],
  },
  {
    id: 'H08',
    summary: 'a secret rotated while the bot runs',
    test: [OUTAGE, 'halts everything once logins are refused; a start reads the new one'],
  },
];
