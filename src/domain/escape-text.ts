// Texts from outside on their way to a person: no mark in them moves a cursor, turns the order of
// letters round or begins a line that looks like one of Weir's.

/** Controls of C0 and C1, marks of direction, line separators; a byte order mark. */
const MARKS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** One line: every mark as `\uXXXX`, line breaks included. */
export function escapeLine(text: string): string {
  return text.replace(MARKS, escape);
}

/** A text of Weir's own with several lines; what it quotes went through `escapeLine` before. */
export function escapeText(text: string): string {
  return text.replace(MARKS, (mark) => (mark === '\n' ? mark : escape(mark)));
}

function escape(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
