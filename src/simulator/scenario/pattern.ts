// Text patterns in which a star matches any text.

/** Whether the whole text fits; runs without backtracking. */
export function fitsPattern(text: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const [first = ''] = parts;
  if (parts.length === 1) return text === pattern;
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length) return false;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
