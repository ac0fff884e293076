// Controls that are not risk rules: session, gateway and journal check host samples, and the policy
// decides on reason codes. One registration each.
import type { ControlKind, LiveRequirement } from './rule.js';

/** Where a mechanism acts, in the terms of the stages. */
export type MechanismStage = 'start' | 'egress' | 'pre' | 'post' | 'any';

export interface SystemControl {
  readonly id: string;
  readonly summary: string;
  readonly kind: 'mechanism' | 'policy';
  readonly stage: MechanismStage;
  readonly class: ControlKind;
  readonly live: LiveRequirement;
  readonly mitigates: string;
  /** Absent when a limits file has its limits. */
  readonly limit?: string;
  readonly action: string;
  /** Test files that trigger it. */
  readonly tests: readonly string[];
}

function mechanism(
  id: string,
  summary: string,
  row: Omit<SystemControl, 'id' | 'summary' | 'kind'>,
): SystemControl {
  return { id, summary, kind: 'mechanism', ...row };
}

function policy(
  id: string,
  summary: string,
  row: Omit<SystemControl, 'id' | 'summary' | 'kind'>,
): SystemControl {
  return { id, summary, kind: 'policy', ...row };
}

export const SYSTEM_CONTROLS: readonly SystemControl[] = [
  mechanism('RC34', 'Message rate', {
    stage: 'egress',
    class: 'L',
    live: 'D',
    mitigates: 'a ban by the venue',
    limit: '10 requests/s, 4 in flight; safety 2, trading 4, data 4',
    action: 'THROTTLE data first; trading REFUSE; safety never starves',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/scenarios/torture/in-flight.deep.test.ts',
      'test/session/egress/checks.test.ts',
      'test/process/scenarios.test.ts',
    ],
  }),
  policy('RC39', 'Rejection burst', {
    stage: 'post',
    class: 'T',
    live: 'D',
    mitigates: 'orders that the venue keeps rejecting',
    limit: 'strategy 5 in 60 s; all 10 in 60 s; same code 3 in 10 min (policy file: bursts)',
    action: 'HALT(strategy) / HALT(all)',
    tests: [
      'test/scenarios/torture/policy-rows.deep.test.ts',
      'test/scenarios/kernel/mechanisms.test.ts',
      'test/scenarios/kernel/halts.test.ts',
    ],
  }),
  policy('RC51', 'Venue state', {
    stage: 'pre',
    class: 'T',
    live: 'D',
    mitigates: 'orders into a venue that is closed',
    limit: 'tradingDisabled, login rejected, symbol not tradable (policy file)',
    action: 'PAUSE(all) until an operator resumes',
    tests: [
      'test/scenarios/torture/policy-rows.deep.test.ts',
      'test/scenarios/kernel/mechanisms.test.ts',
      'test/process/scenarios.test.ts',
    ],
  }),
  policy('RC52', 'Serious error', {
    stage: 'post',
    class: 'T',
    live: 'F',
    mitigates: 'trading at a venue that has failed',
    limit: 'HTTP 500 anywhere; serious text; FAILED with an unlisted reason (policy file)',
    action: 'HALT(all)+CXL',
    tests: [
      'test/scenarios/torture/policy-rows.deep.test.ts',
      'test/scenarios/kernel/mechanisms.test.ts',
      'test/process/stop-rules.test.ts',
    ],
  }),
  mechanism('RC54', 'Login health', {
    stage: 'post',
    class: 'T',
    live: 'D',
    mitigates: 'a login that locks or lapses',
    limit:
      'renewed at half of its lifetime; 2 failed renewals in a row; in 10 min 3 refused logins, ' +
      '2 + 10 min / lifetime in all; an account that is not of the login (policy file)',
    action: 'PAUSE(all); HALT(all) at a cap',
    tests: [
      ...['test/process/stop-rules.test.ts', 'test/process/hmac.test.ts'],
      ...['test/client/login/login-limiter.test.ts', 'test/scenarios/kernel/mechanisms.test.ts'],
    ],
  }),
  mechanism('RC55', 'Clock', {
    stage: 'pre',
    class: 'T',
    live: 'D',
    mitigates: 'decisions by a wrong clock',
    action: 'PAUSE(all); after a step of 500 ms until it is measured again',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/scenarios/kernel/mechanisms.test.ts',
      'test/session/egress/checks.test.ts',
    ],
  }),
  mechanism('RC56', 'Poll gap', {
    stage: 'post',
    class: 'T',
    live: 'D',
    mitigates: 'orders whose state the bot does not know',
    action: 'PAUSE(symbol/all)',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/scenarios/kernel/mechanisms.test.ts',
    ],
  }),
  mechanism('RC57', 'Slow venue', {
    stage: 'post',
    class: 'T',
    live: 'D',
    mitigates: 'orders that arrive late',
    action: 'PAUSE(all), half of the budget',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/scenarios/kernel/mechanisms.test.ts',
    ],
  }),
  mechanism('RC58', 'Loop lag and memory', {
    stage: 'post',
    class: 'T',
    live: 'D',
    mitigates: 'a process that cannot keep up',
    action: 'alert, PAUSE(all), HALT(all)',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/scenarios/kernel/mechanisms.test.ts',
    ],
  }),
  mechanism('RC59', 'Journal and disk', {
    stage: 'egress',
    class: 'T',
    live: 'D',
    mitigates: 'orders without a durable record',
    limit: 'error HALT(all); below 1 GiB PAUSE, below 200 MiB HALT; outside live 64 / 16 MiB',
    action: 'PAUSE(all), HALT(all)',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/process/disk-full.test.ts',
      'test/session/egress/checks.test.ts',
    ],
  }),
  mechanism('RC60', 'Instance lock', {
    stage: 'egress',
    class: 'L',
    live: 'F',
    mitigates: 'two bots with one login',
    limit: 'lock ours, epoch unchanged',
    action: 'HALT(all), exit 3',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/process/recovery.test.ts',
      'test/session/egress/checks.test.ts',
    ],
  }),
  mechanism('RC61', 'Integrity', {
    stage: 'start',
    class: 'L',
    live: 'F',
    mitigates: 'running code or limits without an approval',
    limit: 'strict schemas; limits below the ceilings of the code; live: hashes as approved',
    action: 'refuses to start',
    tests: [
      ...['test/process/limits.test.ts', 'test/process/integrity.test.ts'],
      'test/session/approval.test.ts',
    ],
  }),
  mechanism('RC62', 'Kill file', {
    stage: 'egress',
    class: 'T',
    live: 'F',
    mitigates: 'a bot that responds to no command',
    limit: 'control/KILL exists, or cannot be checked',
    action: 'HALT(all)+CXL',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/process/kill-file.test.ts',
      'test/session/egress/checks.test.ts',
    ],
  }),
  mechanism('RC63', 'Kill command', {
    stage: 'any',
    class: 'T',
    live: 'F',
    mitigates: 'a bot that must stop at once',
    limit: 'weir kill',
    action: 'HALT(all)+CXL',
    tests: ['test/process/control.test.ts'],
  }),
  mechanism('RC65', 'Signals', {
    stage: 'any',
    class: 'T',
    live: 'F',
    mitigates: 'orders left behind by an ended process',
    limit: 'SIGTERM and SIGINT: cancel, verify, exit within 20 s; SIGUSR2: kill',
    action: 'halt or exit',
    tests: ['test/process/stop.test.ts', 'test/process/control.test.ts'],
  }),
  mechanism('RC66', 'Venue-side dead-man', {
    stage: 'pre',
    class: 'L',
    live: 'D',
    mitigates: 'orders that outlive the bot',
    limit: 'resting orders live 120 s and are renewed only while all is well',
    action: 'orders expire',
    tests: ['test/scenarios/torture/controls.deep.test.ts', 'test/algorithms/resting.test.ts'],
  }),
  mechanism('RC67', 'Watchdog process', {
    stage: 'any',
    class: 'T',
    live: 'D',
    mitigates: 'a strategy that stops the event loop',
    limit: 'heartbeat every 1 s; 15 s without one',
    action: 'the bot: PAUSE(all); the watchdog: HALT(all)+CXL',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/process/guard.test.ts',
      'test/scenarios/kernel/mechanisms.test.ts',
    ],
  }),
  mechanism('RC69', 'Halt latch', {
    stage: 'egress',
    class: 'L',
    live: 'F',
    mitigates: 'a restart that forgets a halt',
    limit: 'file and journal; an unreadable latch counts as halted',
    action: 'stays halted',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/process/recovery.test.ts',
      'test/session/egress/checks.test.ts',
    ],
  }),
  mechanism('RC71', 'Audit trail', {
    stage: 'any',
    class: 'T',
    live: 'F',
    mitigates: 'events that cannot be reconstructed afterwards',
    limit: 'inputs, decisions, bytes, halts; chained by hashes; durable before bytes leave',
    action: 'a missing write: HALT(all)',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/scenarios/torture/records.deep.test.ts',
      'test/process/journal.test.ts',
    ],
  }),
  mechanism('RC72', 'Egress gate', {
    stage: 'egress',
    class: 'L',
    live: 'F',
    mitigates: 'bytes without an approval',
    limit:
      'latch, lock, durable intent, hash, parent by its records, id that waits to be sent, ' +
      'limits in force, approval at most 500 ms old (machine time)',
    action: 'block; HALT(all) if the bytes have no approval',
    tests: [
      'test/scenarios/torture/controls.deep.test.ts',
      'test/session/egress/order-egress.test.ts',
      'test/session/egress/checks.test.ts',
    ],
  }),
];
