// Handlers of the STP download (wire facts 10).
import { assert, formatDate, parseVenueTime } from '../../domain/index.js';
import { encodeVenueTrade } from '../../protocol/codecs/index.js';
import { DEFAULT_STP_COUNT } from '../../protocol/index.js';
import { type SimulatorResponse, answer, refuse } from '../response.js';
import { type AreaHandlers, type Call, findAccount, type HandlerContext } from '../handler.js';

function stpMessages(
  { services, profile }: HandlerContext,
  call: Call<'stpMessages'>,
): SimulatorResponse {
  const { maxCount = DEFAULT_STP_COUNT } = call.query;
  const records = services.stp.download(findAccount(call).user.org, maxCount);
  const { stpSendsNew, stpChangedEvent } = profile.trades;
  const events = { NEW: stpSendsNew ? 'NEW' : undefined, RESEND: 'RESEND' };
  const names = { ...events, CHANGED: stpChangedEvent };
  const texts = records.map(({ kind, trade }) => encodeVenueTrade(trade, profile, names[kind]));
  return answer(200, `[${texts.join(',')}]`);
}

function stpResend(
  { services, profile }: HandlerContext,
  call: Call<'stpResend'>,
): SimulatorResponse {
  const [first, last] = [toDate(call.body.startDate), toDate(call.body.endDate)];
  if (first > last) return refuse(400, 'body.endDate: expected a date not before startDate.');
  const isKnown = services.stp.resend(findAccount(call).user.org, first, last);
  const { noResendStatus, resendAnswer } = profile.trades;
  return isKnown
    ? answer(200, resendAnswer)
    : refuse(noResendStatus, 'No trade is in the range of dates.');
}

function toDate(time: string): string {
  const at = parseVenueTime(time);
  assert(at !== undefined, 'the schema accepted a time that cannot be read');
  return formatDate(at);
}

export const STP_HANDLERS: AreaHandlers<'stp'> = { stpMessages, stpResend };
