// What `weir check --policy` and `--explain` say, against the default policy as a person reads it.
import { describe, expect, it } from 'vitest';
import { formatFault, unwrap } from '../../src/domain/index.js';
import { CALL_GROUPS } from '../../src/domain/venue/index.js';
import { explainCase } from '../../src/policy/explain.js';
import { formatActions, formatPolicy, formatStep } from '../../src/policy/format.js';
import { loadPolicy } from '../../src/plan/load-policy.js';

const { policy } = unwrap(loadPolicy('config/policy.yaml'));

/** Rules, class, and what they and the counters do, one text each. */
function explain(text: string): readonly string[] {
  const { rules, class: found, counters } = unwrap(explainCase(policy, text));
  return [
    ...rules.map(({ name, actions, steps }) =>
      [name, formatActions(actions), ...steps.map(formatStep)]
        .filter((one) => one !== '')
        .join('; '),
    ),
    found,
    ...counters.map(({ name, step }) => `${name} ${formatStep(step)}`),
  ];
}

const BURSTS = [
  'bursts 5 in 1m per strategy: halt strategy, alert page',
  'bursts 10 in 1m per all: halt all, cancel all, alert page',
];
const ALIKE = 'bursts 3 of one code in 10m per strategy: halt strategy, alert warn';

describe('explained case', () => {
  it('has the rule of its code, its steps and the counters of rejections', () => {
    const amount =
      'reason RequestValidationError.amount; reject SIZE_INVALID, refresh refdata, ' +
      'pause symbol for 1m, alert warn; 2 in 10m per strategy: halt strategy';
    for (const code of ['RequestValidationError.amount', 'requestvalidationerror.AMOUNT']) {
      expect(explain(`place 400 ${code}`)).toEqual(['http 400', amount, 'rejected', ...BURSTS]);
    }
    const disabled = explain('place 400 RequestValidationError.tradingDisabled');
    expect(disabled.slice(2)).toEqual(['rejected', ...BURSTS, ALIKE]);
  });

  it.each([
    ['place 202', ['http 202', 'accepted']],
    ['data 404', ['http 404', 'empty']],
    [
      'cancel timeout',
      ['transport timeout, reset, closed, protocol, cut-short, aborted', 'unknown'],
    ],
    [
      'place 400 RequestValidationError.DuplicateOrder resent',
      [
        'http 400',
        'reason RequestValidationError.DuplicateOrder, sent before; alert info',
        'duplicate',
      ],
    ],
    ['find 401 hmac', [expect.stringContaining('refresh clock'), 'rejected']],
    ['stp 404 resend', ['http 404', 'empty']],
    ['stp 404', ['http 404; alert warn', 'failed']],
    ['place 400', ['http 400', expect.stringMatching(/^reason none; /), 'weak']],
    [
      'status pending_cancel',
      [
        'status PENDING_CANCEL; after 30s: cancel order; after 2m: halt symbol, alert page',
        'unchanged',
      ],
    ],
    ['status UNHEARD', [expect.stringMatching(/^status unknown; /), 'STATUS_UNKNOWN']],
  ] as const)('%s', (text, expected) => {
    expect(explain(text)).toEqual(expected);
  });

  it('has a code beside a status, and what unknown outcomes count', () => {
    const [rule, reason, state, ...counters] = explain('status REJECTED NoLiquidity');
    expect([rule, reason, state]).toEqual([
      'status REJECTED',
      'reason NoLiquidity; reject NO_LIQUIDITY; 5 in 1m per symbol: pause symbol for 30s',
      'REJECTED',
    ]);
    expect(counters).toEqual(BURSTS);
    expect(explain('place reset').filter((line) => line.startsWith('unknowns'))).toEqual([
      'unknowns 1 per symbol: pause symbol until resolved, alert warn',
      'unknowns 2 per all: pause all until resolved, alert page',
      'unknowns 3 per all: halt all, cancel all, alert page',
      'unknowns after 5m: halt all, cancel all, alert page',
    ]);
  });

  it.each([
    ['plce 400', `expected a call (${[...CALL_GROUPS, 'status'].join(', ')}), found \`plce\`; did`],
    ['', 'expected a call (login, renew, '],
    ['place', 'expected an HTTP status or an outcome (dns, connect-refused, '],
    ['place timeot', 'found `timeot`; did you mean `timeout`?'],
    ['place 600', 'found `600`'],
    ['status', 'expected a status word, found nothing'],
    ['place 400 a b', 'expected nothing more, found `b`'],
  ])('that does not exist is reported: %s', (text, words) => {
    const found = explainCase(policy, text);
    expect(found.ok ? '' : formatFault(found.fault)).toContain(words);
  });
});

describe('explained policy', () => {
  it('has a row for every rule, code, status and counter of the file', () => {
    const rows = formatPolicy(policy);
    const { http, transport, reasons, rfsEvents, unknowns, bursts } = policy;
    const parts = 12; // RECEIVED to FAILED, and unknown
    const lists = [http, transport, unknowns, bursts].reduce((sum, { length }) => sum + length, 0);
    // The serious texts, and DuplicateOrder of a coId that was sent before.
    expect(rows).toHaveLength(1 + lists + reasons.size + 1 + parts + rfsEvents.size);
    expect(rows[0]).toMatchObject({
      name: 'serious text',
      does: 'halt all, cancel all, alert page',
    });
    expect(rows.find(({ name }) => name === 'http 500')).toMatchObject({
      path: ['http', http.findIndex(({ words: [word] }) => word === '500')],
      calls: 'any',
      class: 'unknown',
    });
  });
});
