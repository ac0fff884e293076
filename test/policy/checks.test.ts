// A policy that is not safe is refused, with the line that is wrong.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import { parsePolicy } from '../../src/plan/load-policy.js';

const TEXT = readFileSync('config/policy.yaml', 'utf8');
const CODE = 'RequestValidationError.';

/** The default policy with the first match replaced. */
function change(from: string | RegExp, to: string): string {
  const text = TEXT.replace(from, to);
  expect(text).not.toBe(TEXT);
  return text;
}

/** The faults of a text as `line: message`. */
function faultsOf(text: string): readonly string[] {
  const parsed = parsePolicy({ file: 'p.yaml', text });
  if (parsed.ok) return [];
  const { fault } = parsed;
  const faults = 'faults' in fault ? (fault.faults as readonly (typeof fault)[]) : [fault];
  return faults.map(({ where = '', message }) => {
    // The line says which rule of a list it is.
    return `${where.split(':')[1] ?? ''}: ${message.replace(/^(\w+)\[\d+\]/, '$1')}`;
  });
}

/** The number of the first line that holds the text. */
function lineOf(part: string, text = TEXT): number {
  return text.split('\n').findIndex((line) => line.includes(part)) + 1;
}

/** Lines of the default policy that hold the text, left out. */
function without(part: string): string {
  return TEXT.split('\n')
    .filter((line) => !line.includes(part))
    .join('\n');
}

describe('default policy', () => {
  it('passes all checks, as YAML and as the same tree in JSON', async () => {
    expect(faultsOf(TEXT)).toEqual([]);
    const { parse } = await import('yaml');
    const policy = unwrap(parsePolicy({ file: 'p.json', text: JSON.stringify(parse(TEXT)) }));
    expect(policy.name).toBe('default');
    expect(policy.version).not.toBe(unwrap(parsePolicy({ file: 'p', text: TEXT })).version);
  });
});

describe('K1: everything that can come has a rule', () => {
  it('a status', () => {
    expect(faultsOf(without('status: other'))).toEqual([
      `${lineOf('http:')}: http: K1: expected a rule for each status, ` +
        'found none for status 100 of login',
    ]);
  });

  it('a transport outcome', () => {
    expect(faultsOf(change('outcome: [too-large]', 'outcome: [timeout]'))).toContain(
      `${lineOf('transport:')}: transport: K1: expected a rule for each outcome, ` +
        'found none for too-large of login',
    );
  });

  it('a reason code, an order status, an event', () => {
    expect(faultsOf(without('InvalidQuoteID'))).toEqual([
      `${lineOf('reasons:')}: reasons: K1: expected a rule for each key, ` +
        `found none for ${CODE}InvalidQuoteID`,
    ]);
    // With a rule of its own missing there is none to judge by K5 either.
    const duplicate = faultsOf(without(`${CODE}DuplicateOrder:`));
    expect(duplicate.join()).toContain(`found none for ${CODE}DuplicateOrder`);
    expect(duplicate.join()).not.toContain('K5');
    expect(faultsOf(without('  EXPIRED:'))).toEqual([
      `${lineOf('statuses:')}: statuses: K1: expected a rule for each key, found none for EXPIRED`,
    ]);
    expect(faultsOf(without('  REQUEST_EXPIRED:'))).toEqual([
      `${lineOf('rfsEvents:')}: rfsEvents: K1: expected a rule for each key, ` +
        'found none for REQUEST_EXPIRED',
    ]);
  });

  it('and no rule is unreachable', () => {
    const shadow = '  - {status: "404", calls: [find], class: empty}\n  # other client statuses';
    const text = change('  # other client statuses', shadow);
    expect(faultsOf(text)).toEqual([
      `${lineOf('calls: [find], class: empty', text)}: http: K1: expected a rule that some ` +
        'call reaches, found every case covered by rules above',
    ]);
    const alias = change('aliases: [PAUSED]', 'aliases: [PAUSED, CANCELLED]');
    expect(faultsOf(alias)).toEqual([
      `${lineOf('  SUSPENDED:')}: statuses.SUSPENDED.aliases[1]: K1: expected an unused alias, ` +
        'found `CANCELLED`, which stands for CANCELED',
    ]);
    const event = change('  TRADE_VERIFIED:', '  QUOTE_LOST: {state: ended}\n  TRADE_VERIFIED:');
    expect(faultsOf(event)[0]).toMatch(/rfsEvents\.QUOTE_LOST: K1: .* found `QUOTE_LOST`/);
  });
});

describe('K2: a serious error stops everything', () => {
  it.each([
    [
      'halt: all',
      '{status: "500", calls: [any], class: unknown, do: [{cancel: all}, {alert: page}]',
    ],
    [
      'cancel: all',
      '{status: "500", calls: [any], class: unknown, do: [{halt: all}, {alert: page}]',
    ],
    [
      'alert: page',
      '{status: "500", calls: [any], class: unknown, do: [{halt: all}, {cancel: all}]',
    ],
  ])('a 500 without %s', (missing, rule) => {
    const text = change(/\{status: "500", .*\}$/m, `${rule}}`);
    expect(faultsOf(text)).toEqual([
      `${lineOf('status: "500"')}: http: K2: expected status 500 of login to halt ` +
        `and cancel everything, found no ${missing}`,
    ]);
  });

  it('a 501 too, and a serious text', () => {
    const text = change(/\{status: 5xx, .*\}$/m, '{status: 5xx, calls: [any], class: unknown}');
    expect(faultsOf(text)).toEqual([
      expect.stringMatching(/^\d+: http: K2: expected status 501 of login/),
    ]);
    expect(faultsOf(change('serious: {do: [{halt: all}, ', 'serious: {do: ['))).toEqual([
      `${lineOf('serious: {do')}: serious: K2: expected a serious text to halt and cancel ` +
        'everything, found no halt: all',
    ]);
  });

  it('but cancels may be left out where they are frozen', () => {
    const text = change('onSeriousError: cancel', 'onSeriousError: freeze');
    expect(faultsOf(text.replaceAll('{halt: all}, {cancel: all}', '{halt: all}'))).toEqual([]);
  });
});

describe('K3: what may have arrived is unknown', () => {
  it('a 503 of a write', () => {
    const rule = '{status: ["502", "503", "504"], calls: [write], class: ';
    const text = change(`${rule}unknown`, `${rule}failed`);
    expect(faultsOf(text)).toEqual([
      `${lineOf(rule)}: http: K3: expected status 502 of place to be \`unknown\`, ` +
        'found `failed`',
    ]);
  });

  it.each([
    ['timeout', '{outcome: [timeout, reset'],
    ['too-large', '{outcome: [too-large]'],
    ['echo-differs', '{outcome: [echo-differs]'],
  ])('%s', (outcome, rule) => {
    const pattern = new RegExp(`(${rule.replace(/[[\]]/g, '\\$&')}.*?class: )unknown`);
    const faults = faultsOf(change(pattern, '$1not-sent'));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(
      new RegExp(`^${lineOf(rule)}: transport.*K3: expected ${outcome} of login to be .unknown`),
    );
  });
});

describe('K4: not found is no rejection', () => {
  it.each([
    ['calls: [find, data], class: empty', 'calls: [find, data], class: unknown', 'find'],
    ['"404", calls: [cancel], class: weak', '"404", calls: [cancel], class: rejected', 'cancel'],
  ])('%s', (from, to, group) => {
    const faults = faultsOf(change(from, to));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${lineOf(from)}: http.*K4: .* for 404 of ${group}`));
  });
});

describe('K5: a duplicate is a duplicate', () => {
  const line = lineOf('DuplicateOrder');
  it.each([
    ['DuplicateOrder: {class: duplicate', 'DuplicateOrder: {class: unknown', 'found `duplicate`'],
    ['resent: {class: duplicate', 'resent: {class: unknown', 'found `unknown`'],
    ['do: [{halt: all}, {alert: page}], resent', 'do: [{alert: page}], resent', 'no `halt: all`'],
  ])('%s', (from, to, found) => {
    const faults = faultsOf(change(from, to));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${line}: reasons.*K5: .*${found}`));
  });
});

describe('K6: escapes halt', () => {
  it.each([
    ['CoIdNotSpecified', 'all'],
    ['SideNotSpecified', 'all'],
    ['LegalEntitySetIncorrectly', 'all'],
    ['TypeNotSpecified', 'strategy'],
    ['TIFNotSpecified', 'strategy'],
    ['CurrencyNotSpecified', 'strategy'],
    ['InvalidDealtCcy', 'strategy'],
    ['SymbolNotSpecified', 'strategy'],
    ['SizeNotSpecified', 'strategy'],
    ['BuySellMismatch', 'strategy'],
  ])('%s halts %s', (code, scope) => {
    const weaker = scope === 'all' ? '{halt: strategy}' : '{pause: strategy, for: 1h}';
    const pattern = new RegExp(`(${code}: .*)\\{halt: ${scope}\\}`);
    expect(faultsOf(change(pattern, `$1${weaker}`))).toEqual([
      `${lineOf(`${CODE}${code}:`)}: reasons."${CODE}${code}": K6: expected ` +
        `\`halt: ${scope}\` at least, found none`,
    ]);
  });
});

describe('K7: what is not safe to repeat is sent once', () => {
  it.each(['place', 'rfs', 'accept', 'desk', 'stp'])('%s', (call) => {
    const text = change(`  ${call}: 1`, `  ${call}: {max: 2, backoff: [1s, 2s]}`);
    expect(faultsOf(text)).toEqual([
      `${lineOf(`  ${call}: 1`)}: tries.${call}: K7: expected 1, since this call is ` +
        'never repeated by code, found 2',
    ]);
  });

  it('a retry is for 401 only, and not for all calls', () => {
    const late = change('{status: ["408", "425"],', '{status: ["408", "425"], again: once,');
    expect(faultsOf(late)[0]).toMatch(/^\d+: http.again: K7: .* found status 408, 425$/);
    const from = 'when: hmac, calls: [place, cancel, find, data]';
    const desk = change(from, 'when: hmac, calls: [place, cancel, find, data, desk]');
    expect(faultsOf(desk)).toEqual([
      `${lineOf(from)}: http.again: K7: expected \`again\` only on 401 of place, cancel, ` +
        'find, data, found desk',
    ]);
  });
});

describe('K8: an unknown status ends nothing', () => {
  it('an unknown status', () => {
    expect(faultsOf(change('state: STATUS_UNKNOWN', 'state: CANCELED'))).toEqual([
      `${lineOf('  unknown: {state: STATUS')}: statuses.unknown: K8: expected \`unknown\` to map ` +
        'to a live state, found CANCELED: it may fill',
    ]);
  });

  it('a failure with an unlisted reason', () => {
    const text = change('when: unlisted-reason, do', 'when: unlisted-reason, after: 60s, do');
    expect(faultsOf(text)[0]).toMatch(new RegExp(`^${lineOf('  FAILED:')}: statuses.FAILED: K8: `));
  });
});

describe('K9: a rejection has a reason for the strategy', () => {
  it.each([
    ['{reject: VENUE_REJECTED}, {alert: warn}], steps: [{count: 2, in: 10m', 'status: ["409"'],
    ['{reject: CREDIT}, ', 'CreditCheckFailed'],
  ])('%s', (from, place) => {
    const to = from.replace(/\{reject: [A-Z_]+\}, /, '');
    const faults = faultsOf(change(from, to));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${lineOf(place)}: .*K9: expected a .reject. beside`));
  });
});

describe('K10: what rests until a resume is paused until one', () => {
  const line = '{status: "400", calls: [read], class: failed';
  const pause = `${line}, do: [{pause: symbol, until: resume}, {alert: page}]}`;
  const toRule = (actions: string) => change(pause, `${line}, do: [${actions}]}`);

  it.each([
    '{pause: symbol, for: 60s}',
    '{pause: type, until: resume}',
    '{pause: symbol, until: fresh}',
    '{halt: symbol}',
    '{alert: warn}',
  ])('%s does too little', (actions) => {
    expect(faultsOf(toRule(actions))).toEqual([
      `${lineOf(pause)}: http: K10: expected \`{pause: symbol, until: resume}\` ` +
        'for status 400 of data, found no such pause',
    ]);
  });

  it.each(['{pause: all, until: resume}', '{pause: symbol, until: resume}', '{halt: all}'])(
    '%s is enough',
    (actions) => {
      expect(faultsOf(toRule(actions))).toEqual([]);
    },
  );
});

describe('the shape', () => {
  it.each([
    [
      'an unknown key',
      'version: 1',
      'version: 1\nspeed: 9',
      /^5: expected a known key, found `spe/,
    ],
    [
      'an unknown action',
      'serious: {do: [{halt: all}',
      'serious: {do: [{explode: all}',
      /found `explode` \(known keys: reject, refresh, throttle, for, pause, until, halt, cancel, /,
    ],
    ['a repeated key', 'name: default', 'name: default\nname: b', /^6: expected each key once/],
    ['an anchor', 'place: 1', 'place: &one 1', /^\d+: expected plain values .* found &one$/],
    ['a tag', 'place: 1', 'place: !!int 1', /^\d+: expected plain values .* found tag:yaml/],
    ['a duration without a unit', 'for: 60s}, {pause: all', 'for: 60}, {pause: all', /found 60/],
    ['a fractional duration', 'in: 10m', 'in: 1.5m', /expected a whole number with ms, s, m or h/],
    ['an unknown action of a status', '{halt: strategy}', '{stop: strategy}', /stop/],
    ['an unknown scope', '{halt: strategy}', '{halt: type}', /type/],
  ])('%s', (_, from, to, found) => {
    expect(faultsOf(change(from, to)).join('\n')).toMatch(found);
  });
});
