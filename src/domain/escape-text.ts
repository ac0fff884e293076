// Escapes texts from outside before they are shown: no character may move the cursor, change the
// direction of text, or begin a line that looks like one of Weir's.

/** Control characters of C0 and C1, direction marks, line separators, and the byte order mark. */
const MARKS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** One line: every such character as `\uXXXX`, line breaks included. */
export function escapeLine(text: string): string {
  return text.replace(MARKS, escape);
}

/** A text of Weir itself with several lines; texts in it must have passed `escapeLine` before. */
export function escapeText(text: string): string {
  return text.replace(MARKS, (mark) => (mark === '\n' ? mark : escape(mark)));
}

function escape(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
