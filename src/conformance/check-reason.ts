// Checks point 12 with an order of minimum size that cannot be filled.
import { findReasonCode, isSeriousErrorText } from '../domain/venue/index.js';
import type { Context, Reply, WriteTools } from './context.js';
import { differs, type Finding, held, untested } from './finding.js';
import { listItems } from './names.js';
import { order, place, waitForEnd } from './order-tools.js';

type Findings = AsyncGenerator<Finding, void>;

/** Places an order that cannot be filled while a position is open, to see the venue's reason. */
export async function* checkReason(context: Context, tools: WriteTools, price: number): Findings {
  const kill = order(context, 'Buy', price, { timeInForce: 'FOK' });
  const placed = await place(context, tools, 'kill', kill);
  if (typeof placed === 'string') yield untested(12, 'businessCodes', placed);
  else yield compareReason(context, await waitForEnd(context, `${tools.idPrefix}-kill`, placed));
}

/** Compares the reason of an order that ended without a fill with the profile. */
function compareReason({ profile }: Context, { body, status, evidence }: Reply): Finding {
  const { codeFields, businessCodes, seriousWords, statusNames } = profile;
  const [row = {}] = listItems(body);
  const reason = [row['reason'], ...codeFields.map((name) => row[name])].find(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  if (reason === undefined) {
    const message = 'the order that cannot be filled ended without a reason';
    return untested(12, 'businessCodes', message, evidence);
  }
  // A FAILED order with an unknown reason counts as a serious error.
  if (row['status'] === statusNames.FAILED) {
    const subject = {
      point: 12,
      field: 'seriousWords',
      assumed: seriousWords.join(', '),
      evidence,
    };
    if (isSeriousErrorText(reason, seriousWords)) return held(subject);
    return differs(subject, reason, { seriousWords: [...seriousWords, reason] });
  }
  const subject = {
    point: 12,
    field: 'businessCodes',
    assumed: businessCodes.join(', '),
    evidence,
  };
  const isValidation = findReasonCode(reason) !== undefined;
  if (isValidation || status >= 500) return untested(12, 'businessCodes', reason, evidence);
  if (businessCodes.includes(reason)) return held(subject);
  return differs(subject, reason, { businessCodes: [...businessCodes, reason] });
}
