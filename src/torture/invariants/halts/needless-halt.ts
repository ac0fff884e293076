// Invariant 26: nothing halts without a fault or an operator.
import { type Invariant, listData } from '../invariant.js';

export const needlessHalt: Invariant = {
  number: 26,
  title: 'no halt without a fault or a person',
  atQuiet: (_, records) => {
    const [halt] = listData(records, 'halt');
    return halt && `${String(halt['rule'])} halted: ${String(halt['reason'])}`;
  },
};
