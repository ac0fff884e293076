// Who may command a bot, by the operators of its configuration.
import { describe, expect, it } from 'vitest';
import { readRequest } from '../../src/control/messages.js';
import { findListFault, type Operators, signBy } from '../../src/plan/operators.js';

const LIVE = { environment: 'live' } as Operators['venue'];
const TEST = { environment: 'test' } as Operators['venue'];
const operators = ['Ada', 'Ben'];
const sign = (config: Operators, by: string, second?: string) => {
  const signed = signBy(config, { by, second }, true);
  return signed.ok ? signed.value : `${signed.fault.message} (${signed.fault.code})`;
};

describe('operators of a configuration', () => {
  it('must be listed in live, and be two for dual: on', () => {
    expect(findListFault({ venue: LIVE })).toContain('expected a list in a live session');
    expect(findListFault({ venue: TEST, dual: 'on' })).toContain('expected a list with dual: on');
    expect(findListFault({ dual: 'on', operators: ['Ada'] })).toContain('two names or more');
    for (const fine of [{}, { venue: TEST }, { venue: LIVE, operators }, { dual: 'on', operators }])
      expect(findListFault(fine as Operators)).toBeUndefined();
  });

  it('sign with a name of the list, which is enforced wherever it is stated', () => {
    expect(sign({}, 'anybody')).toBe('anybody');
    expect(sign({ operators }, 'Ada')).toBe('Ada');
    expect(sign({ operators }, 'Ada', 'Ben')).toBe('Ada, second Ben');
    const stranger = 'expected a name of operators: (Ada, Ben), found Eve (control.operator)';
    expect(sign({ operators }, 'Eve')).toBe(stranger);
    expect(sign({ operators }, 'Ada', 'Eve')).toBe(stranger);
    expect(sign({ operators }, 'ada')).toContain('found ada');
    expect(sign({ venue: LIVE }, 'Ada')).toContain('operators: expected a list in a live session');
  });

  it('are two different ones where two are required', () => {
    const dual = { dual: 'on', operators } as const;
    expect(sign(dual, 'Ada')).toContain('dual: on requires a second operator: add --second NAME');
    expect(sign(dual, 'Ada', ' Ada ')).toContain(
      '--second must name another operator than --by, not Ada again',
    );
    expect(sign(dual, 'Ben', 'Ada')).toBe('Ben, second Ada');
    expect(signBy(dual, { by: 'Ada' }).ok).toBe(true);
  });
});

describe('request to a running bot', () => {
  const shown = { file: '', kills: 0, halts: 0 };
  const text = { by: 'Eve', reason: 'because it is so' };
  const requests = {
    override: { rule: 'RC23', scope: 'all', cap: 1, minutes: 1 },
    revoke: { id: 'O1-1' },
    resolve: { coId: 'w-1', as: 'lost', hasVenueWord: false },
    resume: { halts: [], cause: '', support: '', accepted: '', shown },
    flatten: { cause: '', support: '', shown },
  };
  const read = (request: object) => {
    const found = readRequest({ dual: 'on', operators }, JSON.stringify(request));
    return found.ok ? found.value : found.fault.code;
  };

  it.each(Object.entries(requests))('%s requires a listed operator', (name, rest) => {
    const request = { do: name, ...text, ...rest };
    expect(read(request)).toBe('control.operator');
    const isDual = name === 'override' || name === 'resume';
    const second = isDual ? { second: 'Ben' } : {};
    const by = isDual ? 'Ada, second Ben' : 'Ada';
    expect(read({ ...request, by: 'Ada', ...second })).toEqual({ ...request, by });
    if (isDual) expect(read({ ...request, by: 'Ada' })).toBe('control.operator');
  });

  it('for status, checks and kill needs no name', () => {
    const kill = { do: 'kill', id: 'kill-1-RC63', cause: 'RC63', ...text };
    const checks = { do: 'checks', halts: [], support: '' };
    for (const one of [{ do: 'status' }, checks, kill]) expect(read(one)).toEqual(one);
  });
});
