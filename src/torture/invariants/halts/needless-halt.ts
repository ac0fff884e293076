// Invariant 26: nothing halts by itself: a fault or a person has to be there.
import { type Invariant, listData } from '../invariant.js';

export const needlessHalt: Invariant = {
  number: 26,
  title: 'no halt without a fault or a person',
  atQuiet: (_, records) => {
    const [halt] = listData(records, 'halt');
    return halt && `${String(halt['rule'])} halted: ${String(halt['reason'])}`;
  },
};
