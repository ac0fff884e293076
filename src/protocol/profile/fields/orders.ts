// Profile fields of orders and fills.
import { z } from 'zod';
import { ORDER_STATUSES, TIMES_IN_FORCE } from '../../../domain/orders/index.js';
import { OPEN_NEEDS } from '../required-fields.js';
import { ORDER_ACTIONS } from '../profile.js';
import { field, namesOf, status, wireWord, word, words } from './field.js';

const orderStatus = z.enum(ORDER_STATUSES);

const needs = <const N extends readonly [string, ...string[]]>(names: N) =>
  z
    .array(z.enum(names))
    .exactOptional()
    .describe('fields without which the venue rejects the order');

export const ORDER_FIELDS = {
  orderNeeds: field(
    z.strictObject({
      Stop: needs(OPEN_NEEDS.Stop),
      StopLimit: needs(OPEN_NEEDS.StopLimit),
      Pegged: needs(OPEN_NEEDS.Pegged),
    }),
    {
      point: 9,
      section: '4.2',
      mark: 'open',
      text: 'fields that these orders need, stops besides price and stopPrice',
      others: 'fewer or more of the fields that are listed in the configuration',
    },
  ),
  stopTimes: field(z.array(z.enum(TIMES_IN_FORCE)).min(1), {
    point: 9,
    section: '4.2',
    mark: 'inferred',
    text: 'times in force that Stop orders may have; GTC where they need none',
    others: 'fewer',
  }),
  orderActions: field(namesOf(ORDER_ACTIONS), {
    point: 8,
    section: '4.1',
    mark: 'inferred',
    text: '`action` in an order: what the request did',
    others: 'other words',
  }),
  notActiveCode: field(word, {
    point: 11,
    section: '4.7',
    mark: 'open',
    text: 'code of a cancel that came too late',
    others: 'another word',
  }),
  placeStatuses: field(z.array(status).min(1), {
    point: 0,
    section: '4.3',
    mark: 'doc',
    text: 'statuses that mean "accepted" for a place; the simulator sends the first',
    others: '200 alone',
  }),
  cancelStatus: field(status, {
    point: 11,
    section: '4.7',
    mark: 'open',
    text: 'status with which the simulator accepts a cancel; every 2xx is read as accepted',
    others: '200, 204',
  }),
  emptyStatuses: field(z.array(status), {
    point: 11,
    section: '4.5',
    mark: 'inferred',
    text: 'statuses that mean "no result" for a read of one item',
    others: '404 and 400',
  }),
  unknownOrderStatus: field(status, {
    point: 11,
    section: '4.5',
    mark: 'inferred',
    text: 'status for an order that the venue does not know',
    others: '400',
  }),
  noActiveOrderStatus: field(status, {
    point: 11,
    section: '4.5',
    mark: 'inferred',
    text: 'status when no order is active: 200 is an empty list',
    others: '404',
  }),
  noFillStatus: field(status, {
    point: 15,
    section: '5.2',
    mark: 'inferred',
    text: 'status when an order has no fill: 200 is an empty list',
    others: '404',
  }),
  statusNames: field(namesOf(ORDER_STATUSES), {
    point: 7,
    section: '4.4',
    mark: 'open',
    text: "the venue's name of each status; each is read as that status too",
    others: 'CANCELLED, PARTIAL, CANCEL_PENDING, PAUSED and others',
  }),
  statusWords: field(z.record(wireWord, orderStatus), {
    point: 7,
    section: '4.4',
    mark: 'open',
    text: 'upper-case names that are read as a status, besides the known names',
    others: 'further words',
  }),
  executionTypes: field(namesOf(ORDER_STATUSES), {
    point: 8,
    section: '4.1',
    mark: 'inferred',
    text: '`executionType` of an order by its status',
    others: 'other names than those of FIX 4.3',
  }),
  terminalLeaves: field(z.enum(['zero', 'rest']), {
    point: 0,
    section: '4.4',
    mark: 'inferred',
    text: '`leavesQty` of an ended order: zero, or the unfilled quantity; both are read',
    others: 'rest',
  }),
  tradeChannel: field(word, {
    point: 0,
    section: '4.1',
    mark: 'example',
    text: 'workflow that orders and fills name',
    others: 'another path of names between slashes',
  }),
  priceTypes: field(namesOf(['Spot', 'Outright', 'NDF']), {
    point: 8,
    section: '4.1',
    mark: 'inferred',
    text: 'names of the price types of orders',
    others: 'other names of Spot and Outright',
  }),
  pegPriceTypes: field(namesOf(['Mid', 'Bid', 'Offer']), {
    point: 8,
    section: '4.1',
    mark: 'open',
    text: 'names of the rates that pegged orders follow',
    others: 'MidPeg, MID and others',
  }),
  orderDates: field(z.enum(['dashed', 'compact']), {
    point: 10,
    section: '1',
    mark: 'inferred',
    text: 'dates in order answers: YYYY-MM-DD or YYYYMMDD',
    others: 'compact',
  }),
  notFillWords: field(words, {
    point: 15,
    section: '5.8',
    mark: 'inferred',
    text: '`status` of trades that are no fills, upper case',
    others: 'further words',
  }),
  tradeFields: field(namesOf(['size', 'price', 'executedAt']), {
    point: 15,
    section: '5.2',
    mark: 'inferred',
    text: 'names of dealt amount, rate and time in a trade',
    others: 'other names',
  }),
};
