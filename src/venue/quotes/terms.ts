// Validates a quote request and converts it to exact terms, or rejects it.
import { type Instrument, isDeliverable, type Micros, SECOND } from '../../domain/index.js';
import { toScaled } from '../../domain/numbers/index.js';
import { hasTwoLegs, isNonDeliverable, type RfsSide } from '../../domain/quotes/index.js';
import type { VenueQuoteRequest, TradeType } from '../../domain/venue/index.js';
import type { Directory } from '../directory.js';
import type { VenueUser } from '../users.js';
import type { RfsSettings } from './settings.js';

/** Rejection of a call: a code, and a text that starts with the field. */
export interface RfsRefusal {
  readonly code: string;
  readonly message: string;
}

export interface RfsTerms {
  readonly request: VenueQuoteRequest;
  readonly instrument: Instrument;
  readonly priceType: TradeType;
  readonly isBaseDealt: boolean;
  readonly side: RfsSide;
  readonly isRfq: boolean;
  /** Life of the stream (RFS) or of the single quote (RFQ). */
  readonly life: Micros;
  /** Minor units of the dealt currency. */
  readonly nearUnits: number;
  /** Undefined for requests with one leg. */
  readonly farUnits: number | undefined;
}

/** Parts of the venue that the validation reads. */
export interface TermsContext {
  readonly user: VenueUser;
  readonly directory: Directory;
  readonly settings: RfsSettings;
  findInstrument(symbol: string): Instrument | undefined;
}

/** Makes all checks that need neither dates nor providers; the body's schema was checked before. */
export function toTerms(request: VenueQuoteRequest, context: TermsContext): RfsTerms | RfsRefusal {
  const { symbol, dealtCurrency, priceType, side, rfq: isRfq = false } = request;
  const instrument = context.findInstrument(symbol);
  if (instrument === undefined) {
    return refuse(
      'InvalidCurrencyPair',
      `symbol: expected a symbol of this venue, found ${symbol}`,
    );
  }
  const { base, term, baseDecimals, termDecimals } = instrument;
  if (dealtCurrency !== base && dealtCurrency !== term) {
    const message = `dealtCurrency: expected ${base} or ${term}, found ${dealtCurrency}`;
    return refuse('InvalidDealtCcy', message);
  }
  if (isNonDeliverable(priceType) && isDeliverable(base) && isDeliverable(term)) {
    const message = `priceType: expected one without a fixing, since ${symbol} is deliverable`;
    return refuse('OrderTypeNotSupported', message);
  }
  const refusal = refuseParty(request, context) ?? refuseExpiry(request, context.settings);
  if (refusal !== undefined) return refusal;
  const isBaseDealt = dealtCurrency === base;
  const decimals = isBaseDealt ? baseDecimals : termDecimals;
  const nearUnits = toScaled(request.amount, decimals);
  if (nearUnits === undefined) return refuseAmount('amount', dealtCurrency, decimals);
  const isTwoLegged = hasTwoLegs(priceType);
  const farUnits = isTwoLegged ? toScaled(request.farDealtAmount ?? 0, decimals) : undefined;
  if (isTwoLegged && farUnits === undefined) {
    return refuseAmount('farDealtAmount', dealtCurrency, decimals);
  }
  const { maxExpiry } = context.settings;
  const asked = request.expiry * SECOND;
  const life = isRfq ? asked : Math.min(asked, maxExpiry);
  return { request, instrument, priceType, isBaseDealt, side, isRfq, life, nearUnits, farUnits };
}

function refuseParty(
  { customerOrg, customerAccount }: VenueQuoteRequest,
  { user, directory }: TermsContext,
): RfsRefusal | undefined {
  const code = 'LegalEntitySetIncorrectly';
  if (!directory.mayTradeFor(user, customerOrg)) {
    return refuse(code, `customerOrg: you may not trade for ${customerOrg}`);
  }
  if (directory.isAccountOf(customerOrg, customerAccount)) return undefined;
  const message = `expected a legal entity of ${customerOrg}, found ${customerAccount}`;
  return refuse(code, `customerAccount: ${message}`);
}

function refuseExpiry(
  { rfq, expiry, customerOrg }: VenueQuoteRequest,
  settings: RfsSettings,
): RfsRefusal | undefined {
  if (rfq !== true) return undefined;
  const { rfq: allowed } = settings;
  if (allowed === undefined || allowed.orgs?.includes(customerOrg) === false) {
    return refuse('RfqNotEnabled', `rfq: single quotes are not enabled for ${customerOrg}`);
  }
  const seconds = allowed.expiry / SECOND;
  if (expiry === seconds) return undefined;
  const message = `expiry: expected exactly ${String(seconds)} with rfq, found ${String(expiry)}`;
  return refuse('InvalidExpiry', message);
}

function refuseAmount(field: string, currency: string, decimals: number): RfsRefusal {
  const text = `expected at most ${String(decimals)} decimals of ${currency} and 15 digits`;
  return refuse('InvalidOrderQty', `${field}: ${text}`);
}

export function refuse(code: string, message: string): RfsRefusal {
  return { code, message: `${message}.` };
}
