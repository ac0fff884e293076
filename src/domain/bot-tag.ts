// The tag of a bot: the first part of its client order ids, by which bots on one login recognize
// their own orders. A state directory keeps its tag for ever.

/** Tag of a state directory of an earlier version, and of a session on its own simulator. */
export const COMMON_TAG = 'weir';

/** With epoch, intent and salt after it, a client order id has at most 32 characters. */
export const TAG_FORM = /^weir[a-z0-9]{0,10}$/;

const COID_FORM = /^weir[a-z0-9]{0,10}-[0-9a-z]{4,}-[0-9a-z]{7}-[0-9a-z]{4}$/;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Letters drawn. Two bots of one login draw the same tag with a chance of one in 300 million. */
const DRAWN = 6;

/** Draws a random tag. */
export function drawTag(randomBytes: (count: number) => Uint8Array): string {
  const drawn = [...randomBytes(DRAWN)].map((byte) => LETTERS.charAt(byte % LETTERS.length));
  return COMMON_TAG + drawn.join('');
}

/** The first part of every client order id of a bot. */
export function toPrefix({ tag }: { readonly tag: string }): string {
  return `${tag}-`;
}

/** True when any bot of Weir made this client order id. */
export function isOfWeir(coId: string): boolean {
  return COID_FORM.test(coId);
}
