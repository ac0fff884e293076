// The parts that are proved most strictly, their files, and the tests that prove them: measured by
// `npm run test:coverage` (branches) and `npm run test:mutation` (mutants).

/** What bots do in worlds full of faults, pinned. */
const WORLDS = 'test/golden/worlds.deep.test.ts';

/** An independent model of the order life that lives the same random lives. */
const TWIN = 'test/oracle/order-twin.deep.test.ts';

/** Tests of the kernel that play many random lives, or long ones. */
const LIVES = [
  'test/scenarios/kernel/conservation',
  'test/scenarios/kernel/determinism',
  'test/scenarios/kernel/exposure-limits',
  'test/kernel/orders/exposure',
  'test/kernel/orders/order-states',
  'test/kernel/state/journal-replay',
].map((name) => `${name}.test.ts`);

/** The pages that are made from what rules say of themselves. */
const PAGES = ['alerts', 'controls', 'risk-tables'].map((name) => `test/docs/${name}.test.ts`);

/**
 * `sources` are files and folders; a part holds all of a folder. `tests` are what vitest is given:
 * fast tests only, which reach the part through what it shows to others. `core` are the files whose
 * every change has to be noticed first. `slow` are those of the tests, and `judges` other tests,
 * that see only the mutants that are left.
 */
export const PARTS = [
  {
    name: 'gate',
    sources: ['src/risk', 'src/policy'],
    // The kernel's tests ask the gate for real orders, as a bot does.
    tests: [
      'test/risk',
      'test/scenarios/risk',
      'test/policy',
      'test/kernel',
      'test/scenarios/kernel',
    ],
    slow: LIVES,
    judges: [WORLDS, ...PAGES],
    core: [
      'src/risk/active-rules.ts',
      'src/risk/approve.ts',
      'src/risk/gate/gate.ts',
      'src/risk/gate/pauses.ts',
      'src/risk/gate/reduce-only.ts',
    ],
  },
  {
    name: 'order life',
    sources: ['src/kernel'],
    tests: ['test/kernel', 'test/scenarios/kernel'],
    slow: LIVES,
    judges: [WORLDS, TWIN],
    core: [
      'src/kernel/orders/unknown-orders.ts',
      'src/kernel/orders/exposure.ts',
      'src/kernel/orders/order-states.ts',
    ],
  },
  {
    name: 'journal',
    sources: ['src/journal'],
    tests: ['test/journal', 'test/scenarios/journal'],
    core: [
      'src/journal/create-journal.ts',
      'src/journal/read-journal.ts',
      'src/journal/record.ts',
      'src/journal/recover-journal.ts',
      'src/journal/snapshot.ts',
    ],
  },
  {
    name: 'signer',
    sources: [
      'src/client/login/authenticator.ts',
      'src/client/login/create-authenticator.ts',
      'src/client/login/hmac-signer.ts',
      'src/protocol/hmac.ts',
    ],
    tests: [
      'test/client/login/hmac-signer.test.ts',
      'test/scenarios/client/hmac-simulator.test.ts',
      'test/scenarios/client/login.test.ts',
      'test/protocol/hmac.test.ts',
    ],
    core: ['src/client/login/hmac-signer.ts', 'src/protocol/hmac.ts'],
  },
];

/** The part that a file (`src/...`) belongs to. */
export function findPart(file) {
  return PARTS.find(({ sources }) =>
    sources.some((source) => file === source || file.startsWith(`${source}/`)),
  );
}
