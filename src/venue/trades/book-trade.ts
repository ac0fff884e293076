// Validates the booking of a trade done elsewhere and converts it to a trade.
import type { Calendars } from '../../domain/dates/index.js';
import { type Instant, type Instrument, isDeliverable } from '../../domain/index.js';
import type { TradeLeg, TradeType, VenueTrade } from '../../domain/venue/index.js';
import { accountOfProvider, type ProviderSettings } from '../models/providers.js';
import type { Directory } from '../directory.js';
import type { VenueUser } from '../users.js';
import { readLegs } from './booking-legs.js';
import type { TradeBooking } from './booking-request.js';
import { type BackOfficeResult, FieldCheck, refuse } from './back-office-refusal.js';

/** Rules that the venue's published interface leaves open. */
export interface OfficeRules {
  /** Whether a date takes precedence when both date and tenor are given. */
  readonly dateWins: boolean;
  /** Valid `creditMode` codes. */
  readonly creditModes: readonly number[];
  /** Whether an amendment may consist of a note only. */
  readonly noteAmends: boolean;
}

export const DEFAULT_OFFICE_RULES: OfficeRules = {
  dateWins: true,
  creditModes: [0, 1, 2],
  noteAmends: false,
};

export interface Office {
  readonly directory: Directory;
  readonly providers: readonly ProviderSettings[];
  readonly calendars: Calendars;
  readonly rules: OfficeRules;
  findInstrument(symbol: string): Instrument | undefined;
}

const CHANNELS = { '0': 'API/CreditEntry', '1': 'API/TradeEntry' } as const;

/** The booked trade without its ids. */
export function toBookedTrade(
  office: Office,
  at: Instant,
  user: VenueUser,
  request: TradeBooking,
): BackOfficeResult<Omit<VenueTrade, 'tradeId' | 'orderId'>> {
  const { directory } = office;
  const instrument = office.findInstrument(request.symbol);
  if (instrument === undefined) {
    return refuse('invalid', `symbol: ${request.symbol} is not supported.`);
  }
  const { customerOrg, dealtIns, creditMode } = request;
  const stranger = checkParties(office, request).findRefusal();
  if (stranger !== undefined) return stranger;
  if (!directory.mayTradeFor(user, customerOrg) && user.org !== request.counterparty) {
    return refuse('forbidden', `customerOrg: the user may not book trades of ${customerOrg}.`);
  }
  if (dealtIns !== instrument.base && dealtIns !== instrument.term) {
    return refuse('invalid', `dealtIns: expected ${instrument.base} or ${instrument.term}.`);
  }
  const check = new FieldCheck();
  const { creditModes } = office.rules;
  const isMode = creditMode === undefined || creditModes.includes(creditMode);
  check.expect(isMode, 'creditMode', `expected one of ${creditModes.join(', ')}`);
  checkKind(instrument, request, check);
  const legs = readLegs(instrument, request, office, check);
  const refusal = check.findRefusal();
  if (refusal !== undefined) return refusal;
  const type = findType(request, legs.near);
  return { ok: true, value: { ...describe(office, at, user, request), type, instrument, ...legs } };
}

/** Checks book name and product: a deliverable symbol has no NDF and no fixing. */
function checkKind(
  { base, term, symbol }: Instrument,
  { type, fixingDate, fixingTenor, bookName = '' }: TradeBooking,
  check: FieldCheck,
): void {
  const books = 'expected A, B or an empty text';
  check.expect(['', 'A', 'B'].includes(bookName), 'bookName', books);
  if (!isDeliverable(base) || !isDeliverable(term)) return;
  const message = `${symbol} is deliverable and has no fixing`;
  check.expect(type !== 'NDF', 'type', message);
  const field = fixingDate === undefined ? 'fixingTenor' : 'fixingDate';
  check.expect((fixingDate ?? fixingTenor) === undefined, field, message);
}

function describe({ directory }: Office, at: Instant, user: VenueUser, request: TradeBooking) {
  const { customerOrg, clientRequestId, bookName, referenceId, rateId, note, stp } = request;
  const trader = request.trader ?? directory.findDefaultUser(customerOrg);
  return {
    coId: clientRequestId ?? '',
    status: 'Verified',
    dealtCurrency: request.dealtIns,
    maker: false,
    org: customerOrg,
    account: request.customerAccount,
    user: `${user.user}@${user.org}`,
    ...(trader === undefined ? {} : { trader: `${trader}@${customerOrg}` }),
    counterparty: request.counterparty,
    counterpartyAccount: request.counterpartyAccount,
    channel: CHANNELS[request.channel],
    executedAt: at,
    changedAt: at,
    tradeDate: request.tradeDate,
    ...(clientRequestId === undefined ? {} : { clientRequestId }),
    ...(referenceId === undefined ? {} : { referenceId }),
    ...(bookName === undefined ? {} : { bookName }),
    ...(rateId === undefined ? {} : { rateId }),
    ...(note === undefined ? {} : { note }),
    ...(stp === undefined ? {} : { stp }),
  } as const;
}

/** Swap type by its fields: a fixing makes it an NDFSwap, near forward points a FwdFwd. */
function findType(
  { type, fixingDate, fixingTenor }: TradeBooking,
  { forwardPoints }: TradeLeg,
): TradeType {
  if (type !== 'Swap') return type;
  if ((fixingDate ?? fixingTenor) !== undefined) return 'NDFSwap';
  return forwardPoints === 0 ? 'Swap' : 'FwdFwd';
}

function checkParties({ directory, providers }: Office, request: TradeBooking): FieldCheck {
  const check = new FieldCheck();
  const { customerOrg, customerAccount, trader, counterparty, counterpartyAccount } = request;
  if (directory.findOrg(customerOrg) === undefined) {
    check.add('customerOrg', `${customerOrg} is unknown`);
  } else {
    const isAccount = directory.isAccountOf(customerOrg, customerAccount);
    check.expect(
      isAccount,
      'customerAccount',
      `${customerAccount} is no account of ${customerOrg}`,
    );
    const isUser = trader === undefined || directory.findUser(trader, customerOrg) !== undefined;
    check.expect(isUser, 'trader', `${String(trader)} is no user of ${customerOrg}`);
  }
  const provider = providers.find((one) => one.id === counterparty);
  if (provider === undefined && directory.findOrg(counterparty) === undefined) {
    check.add('counterparty', `${counterparty} is unknown`);
    return check;
  }
  const isAccount =
    directory.isAccountOf(counterparty, counterpartyAccount) ||
    (provider !== undefined && accountOfProvider(provider) === counterpartyAccount);
  const message = `${counterpartyAccount} is no account of ${counterparty}`;
  check.expect(isAccount, 'counterpartyAccount', message);
  // A provider has users only if the simulator's configuration names some.
  const maker = request.counterpartyTrader;
  const isMaker =
    maker === undefined ||
    provider !== undefined ||
    directory.findUser(maker, counterparty) !== undefined;
  check.expect(isMaker, 'counterpartyTrader', `${String(maker)} is no user of ${counterparty}`);
  return check;
}
