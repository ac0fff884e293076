// Checks point 24: downloads some STP records and requests their resend.
import type { Context, Reply, WriteTools } from './context.js';
import { compare, type Finding, untested } from './finding.js';
import { listItems } from './names.js';

type Findings = AsyncGenerator<Finding, void>;

/** Maximum number of records downloaded, one at a time, until one is new. */
const MAX_RECORDS = 10;
/** A date before any trade. */
const NO_DATE = '2000-01-03';

export async function* checkStp(context: Context, tools: WriteTools): Findings {
  const dates = yield* checkEvent(context, tools);
  const none = await resend(context, tools, NO_DATE, NO_DATE);
  if (typeof none === 'string') {
    yield untested(24, 'trades.noResendStatus', none);
    return;
  }
  const { noResendStatus } = context.profile.trades;
  if (none.status === 200 || none.status === 404) {
    const { status, evidence } = none;
    yield compare(24, 'trades.noResendStatus', noResendStatus, status, evidence, (found) => ({
      trades: { noResendStatus: found },
    }));
  } else
    yield untested(24, 'trades.noResendStatus', 'the resend got no usable status', none.evidence);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return;
  const again = await resend(context, tools, first, last);
  if (typeof again === 'string' || again.status !== 200) {
    const message = `not sent again: ${typeof again === 'string' ? again : again.evidence}`;
    yield untested(24, 'trades.resendAnswer', message);
    return;
  }
  const { resendAnswer } = context.profile.trades;
  const { text, evidence } = again;
  yield compare(24, 'trades.resendAnswer', resendAnswer, text, evidence, (found) => ({
    trades: { resendAnswer: found },
  }));
}

/**
 * Checks whether a new record has an event; returns the sorted trade dates of the downloaded
 * records.
 */
async function* checkEvent(
  context: Context,
  tools: WriteTools,
): AsyncGenerator<Finding, readonly string[]> {
  const dates: string[] = [];
  for (let reads = 0; reads < MAX_RECORDS; reads += 1) {
    const reply = await context.download(1);
    const [record] = Array.isArray(reply.body) ? listItems(reply.body) : [];
    if (record === undefined) break;
    tools.keep(reply.text);
    const { event, tradeDate } = record;
    if (typeof tradeDate === 'string') dates.push(tradeDate);
    if (event === 'RESEND') continue;
    const { stpSendsNew } = context.profile.trades;
    const isNamed = typeof event === 'string';
    yield compare(24, 'trades.stpSendsNew', stpSendsNew, isNamed, reply.evidence, (found) => ({
      trades: { stpSendsNew: found },
    }));
    return dates.sort();
  }
  yield untested(24, 'trades.stpSendsNew', 'there was no new record to download');
  return dates.sort();
}

function resend(
  context: Context,
  { send }: WriteTools,
  first: string,
  last: string,
): Promise<Reply | string> {
  const [startDate, endDate] = [`${first} 00:00:00,000 +0000`, `${last} 23:59:59,999 +0000`];
  return context.write(send, 'stpResend', { startDate, endDate });
}
