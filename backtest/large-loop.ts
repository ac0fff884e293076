// Lets V8 compile the loop over rates as one piece of machine code.
import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';

/** Major versions of Node whose V8 has the flag; one that has not would print so. */
const KNOWN = ['20', '22', '24'];
/** Bytes of bytecode that one piece may take in; V8's own bound is 920. */
const FLAG = '--max-inlined-bytecode-size-cumulative=2000';

let isAllowed = false;

/**
 * For the whole process, once, before the loop is hot. Only speed depends on it: from venue and
 * kernel to the strategy, a rate passes through more small functions than V8 puts together unasked.
 */
export function allowLargeLoop(): void {
  const [major = ''] = versions.node.split('.');
  if (!isAllowed && KNOWN.includes(major)) setFlagsFromString(FLAG);
  isAllowed = true;
}
