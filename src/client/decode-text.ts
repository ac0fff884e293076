// Decodes a text with HTML, JSON or URL escapes; invalid escapes stay.

const LAST_CODE_POINT = 0x10ffff;
const NO_TEXT = '\ufffd';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
/** By the letter after the backslash; other characters are literal. */
const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const DECODERS: readonly ((text: string) => string)[] = [decodeHtml, decodeJson, decodeUrl];

/** All different results of decoding once or twice, with any of the escapes. Never throws. */
export function listDecoded(text: string): readonly string[] {
  const once = decodeEach(text);
  return [...once, ...once.flatMap(decodeEach)];
}

function decodeEach(text: string): readonly string[] {
  return DECODERS.map((decode) => decode(text)).filter((copy) => copy !== text);
}

function decodeHtml(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|apos|#\d{1,8}|#x[\da-f]{1,8});/gi, (whole) => {
    const name = whole.slice(1, -1).toLowerCase();
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1));
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}

function decodeJson(text: string): string {
  return text.replaceAll(/\\(?:u[\da-f]{4}|["/\\bfnrt])/gi, (whole) => {
    const letter = whole.charAt(1);
    if (whole.length > 2) return String.fromCharCode(Number.parseInt(whole.slice(2), 16));
    return CONTROLS[letter] ?? letter;
  });
}

function decodeUrl(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => {
    const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex');
    const decoded = bytes.toString('utf8');
    return decoded.includes(NO_TEXT) ? bytes.toString('latin1') : decoded;
  });
}
