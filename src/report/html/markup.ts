// HTML templates that escape every text unless it is already markup.
import { escapeText } from '../../domain/index.js';

/** Text that is HTML. */
export class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

export type Content = string | number | Markup | readonly Content[];

/** Template tag: escapes inserted values, except markup; joins lists. */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const [first = '', ...rest] = parts;
  return new Markup(
    rest.reduce((html, part, index) => html + toHtml(contents[index]) + part, first),
  );
}

/** Script or style text without escaping; only for our own files and those of packages. */
export function rawMarkup(html: string): Markup {
  return new Markup(html);
}

/** JSON for a script element: without `<` and without the line separators of scripts. */
export function toScriptJson(value: unknown): Markup {
  const json = JSON.stringify(value);
  return new Markup(
    json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'),
  );
}

function toHtml(content: Content | undefined): string {
  if (content === undefined) return '';
  if (content instanceof Markup) return content.html;
  if (typeof content === 'object') return content.map(toHtml).join('');
  return escapeHtml(String(content));
}

function escapeHtml(text: string): string {
  return escapeText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
