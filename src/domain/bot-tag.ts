// The tag of a bot: the first part of its client order ids, by which bots of one login tell their
// orders apart. A state directory keeps one for ever.

/** Of a state that an earlier version made, and of a session whose venue is its own simulator. */
export const COMMON_TAG = 'weir';

/** With epoch, intent and salt behind it a client order id has at most 32 characters. */
export const TAG_FORM = /^weir[a-z0-9]{0,10}$/;

const COID_FORM = /^weir[a-z0-9]{0,10}-[0-9a-z]{4,}-[0-9a-z]{7}-[0-9a-z]{4}$/;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Two bots of one login draw the same with a chance of one in 300 million. */
const DRAWN = 6;

/** A tag that no other bot has. */
export function drawTag(randomBytes: (count: number) => Uint8Array): string {
  const drawn = [...randomBytes(DRAWN)].map((byte) => LETTERS.charAt(byte % LETTERS.length));
  return COMMON_TAG + drawn.join('');
}

/** The first part of every client order id of a bot. */
export function toPrefix({ tag }: { readonly tag: string }): string {
  return `${tag}-`;
}

/** Whether a bot of Weir made this client order id, whichever one. */
export function isOfWeir(coId: string): boolean {
  return COID_FORM.test(coId);
}
