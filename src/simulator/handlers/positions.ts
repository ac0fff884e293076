// Handlers of open positions (wire facts 7).
import type { PositionLevel } from '../../domain/venue/index.js';
import { encodePositions } from '../../protocol/codecs/index.js';
import { ROUTES } from '../../protocol/index.js';
import { type SimulatorResponse, answer, refuse, refuseSymbol } from '../response.js';
import { type AreaHandlers, type Call, findAccount, type HandlerContext } from '../handler.js';
import { describeProblem } from '../http/read-request.js';
import { refuseDesk } from './trades.js';

const LEVELS = ['user', 'account', 'org'] as const;

function positions(host: HandlerContext, call: Call<'positions'>): SimulatorResponse {
  return answerPositions(host, call, undefined);
}

function positionsByDate(host: HandlerContext, call: Call<'positionsByDate'>): SimulatorResponse {
  const params = ROUTES.positionsByDate.params.safeParse(call.params);
  return params.success
    ? answerPositions(host, call, params.data.valueDate)
    : refuse(400, describeProblem('path', ROUTES.positionsByDate.params, call.params));
}

function answerPositions(
  { venue, services, profile }: HandlerContext,
  call: Call<'positions' | 'positionsByDate'>,
  valueDate: string | undefined,
): SimulatorResponse {
  const { symbol, level: word, value } = call.query;
  const { levels, noPositionStatus, settledPositions } = profile.trades;
  const level = LEVELS.find((one: PositionLevel) => levels[one] === word);
  if (word !== undefined && level === undefined) {
    return refuse(400, `query.level: expected one of ${Object.values(levels).join(', ')}.`);
  }
  if (symbol !== undefined && venue.findInstrument(symbol) === undefined) {
    return refuseSymbol(symbol);
  }
  const isSettledShown = settledPositions === 'keep';
  const query = { level, value, symbol, valueDate, isSettledShown };
  const found = services.positions.list(call.at, findAccount(call).user, query);
  if (!found.ok) return refuseDesk(found.fault, profile);
  const isNone = found.value.length === 0 && noPositionStatus !== 200;
  return isNone
    ? refuse(noPositionStatus, 'No position is open.')
    : answer(200, encodePositions(found.value, profile));
}

export const POSITION_HANDLERS: AreaHandlers<'positions'> = { positions, positionsByDate };
