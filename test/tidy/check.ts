// Every check of the house, chosen by what kind of file it is.
import type { Finding, SourceText } from './finding.js';
import { checkSyntax } from './syntax-rules.js';
import { checkForm, checkOpening, checkText, checkWords } from './text-rules.js';

/** All findings on one file, in the order of the rules. */
export function checkFile(source: SourceText): readonly Finding[] {
  const { file } = source;
  const findings = [...checkText(source), ...checkWords(source)];
  if (!/\.c?ts$/.test(file) || file.includes('/fixtures/')) return findings;
  findings.push(...checkForm(source));
  if (/^(?:src|strategies|backtest)\//.test(file)) {
    findings.push(...checkOpening(source), ...checkSyntax(source));
  }
  return findings;
}
