// Handlers of quote requests (wire facts 6).
import { encodeRfs, encodeRfsAnswer, encodeVenueTrade } from '../../protocol/codecs/index.js';
import type { RfsAnswer, RfsRequest } from '../../venue/index.js';
import { type SimulatorResponse, answer, refuse } from '../response.js';
import { type AreaHandlers, type Call, findAccount, type HandlerContext } from '../handler.js';

function requestQuotes(host: HandlerContext, call: Call<'requestQuotes'>): SimulatorResponse {
  const { services, profile } = host;
  const taken = services.rfs.request(call.at, findAccount(call), call.body);
  return answerWrite(host, taken, call.at, profile.rfs.requestStatus);
}

function queryRfsByClientId(
  host: HandlerContext,
  call: Call<'queryRfsByClientId'>,
): SimulatorResponse {
  const { services } = host;
  const found = services.rfs.findByClientId(findAccount(call), call.query.clOrderId);
  return answerQuery(host, found, call);
}

function queryRfs(host: HandlerContext, call: Call<'queryRfs'>): SimulatorResponse {
  const found = host.services.rfs.findById(findAccount(call), call.params.requestId);
  return answerQuery(host, found, call);
}

function acceptQuote(host: HandlerContext, call: Call<'acceptQuote'>): SimulatorResponse {
  const { at, params, body } = call;
  const accepted = host.services.rfs.accept(at, findAccount(call), params.requestId, body);
  const { rfs } = host.profile;
  return answerWrite(host, accepted, at, ACCEPTED, rfs.answersWrites);
}

function withdrawRfs(host: HandlerContext, call: Call<'withdrawRfs'>): SimulatorResponse {
  const { at, params } = call;
  const withdrawn = host.services.rfs.withdraw(findAccount(call), params.requestId);
  const { rfs } = host.profile;
  return answerWrite(host, withdrawn, at, rfs.withdrawStatus, rfs.answersWrites);
}

/** The only documented status of an acceptance. */
const ACCEPTED = 202;

function answerWrite(
  { profile }: HandlerContext,
  outcome: RfsAnswer,
  at: number,
  status: number,
  hasBody = true,
): SimulatorResponse {
  if (outcome === 'unknown') return refuseRequest(profile);
  if ('refused' in outcome) {
    const { code, message } = outcome.refused;
    return refuse(400, message, code, profile);
  }
  const view = outcome.toView(at);
  return answer(status, hasBody ? encodeRfsAnswer(view, view.event, profile) : '');
}

function answerQuery(
  { services, profile }: HandlerContext,
  request: RfsRequest | undefined,
  { at }: Pick<Call, 'at'>,
): SimulatorResponse {
  if (request === undefined) return refuseRequest(profile);
  const view = request.toView(at);
  const { trade } = view;
  // The back office has the trade's latest version, as long as it keeps the trade.
  const trades = trade === undefined ? [] : [services.trades.find(trade.tradeId) ?? trade];
  const texts = trades.map((one) => encodeVenueTrade(one, profile));
  return answer(200, encodeRfs(view, texts, profile));
}

function refuseRequest(profile: HandlerContext['profile']): SimulatorResponse {
  return refuse(404, 'The request is unknown.', 'UnknownRequest', profile);
}

export const RFS_HANDLERS: AreaHandlers<'rfs'> = {
  requestQuotes,
  queryRfsByClientId,
  queryRfs,
  acceptQuote,
  withdrawRfs,
};
