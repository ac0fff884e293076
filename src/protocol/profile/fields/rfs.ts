// Profile fields of quote requests.
import { z } from 'zod';
import { RFS_EVENTS } from '../../../domain/quotes/index.js';
import { DEFAULT_RFS_PROFILE, type QuoteField } from '../rfs-profile.js';
import { field, namesOf, part, status, wireWord, word, words } from './field.js';

const QUOTE_FIELDS = Object.keys(DEFAULT_RFS_PROFILE.quoteFields) as QuoteField[];

export const RFS_FIELDS = {
  rfs: part(
    {
      requestStatus: field(status, {
        point: 18,
        section: '6.1',
        mark: 'open',
        text: 'status of an accepted request; every 2xx is read as accepted',
        others: '200, 201',
      }),
      withdrawStatus: field(status, {
        point: 18,
        section: '6.4',
        mark: 'open',
        text: 'status of an accepted withdrawal; every 2xx is read as accepted',
        others: '200, 204',
      }),
      answersWrites: field(z.boolean(), {
        point: 18,
        section: '6.3',
        mark: 'open',
        text: "whether the responses to accept and withdraw have the request's ids and event",
        others: 'false: an empty body',
      }),
      eventNames: field(namesOf(RFS_EVENTS), {
        point: 17,
        section: '6.2',
        mark: 'open',
        text: "the venue's name of each event; each is read as that event too",
        others: 'other words',
      }),
      eventWords: field(z.record(wireWord, z.enum(RFS_EVENTS)), {
        point: 17,
        section: '6.2',
        mark: 'open',
        text: 'upper-case names that are read as an event, besides the known names',
        others: 'further words',
      }),
      doneParts: field(words, {
        point: 17,
        section: '6.2',
        mark: 'inferred',
        text: 'parts of unknown upper-case events that mean a trade',
        others: 'further parts',
      }),
      endParts: field(words, {
        point: 17,
        section: '6.2',
        mark: 'inferred',
        text: 'parts of unknown upper-case events that mean an end without a trade',
        others: 'further parts',
      }),
      quoteFields: field(namesOf(QUOTE_FIELDS), {
        point: 17,
        section: '6.2',
        mark: 'open',
        text: 'names of the fields of a quote that are not documented',
        others: 'other names',
      }),
      tradesField: field(word, {
        point: 17,
        section: '6.2',
        mark: 'open',
        text: 'field with the trades of a request',
        others: 'trade, fills',
      }),
      reasonField: field(word, {
        point: 17,
        section: '6.2',
        mark: 'open',
        text: 'field with the reason why the venue rejected a request',
        others: 'message',
      }),
      farFields: field(z.enum(['opposite', 'same']), {
        point: 17,
        section: '6.2',
        mark: 'open',
        text: 'far fields of a buyer of the near leg: of the leg itself, or of the whole deal',
        others: 'same',
      }),
      isMaker: field(z.boolean(), {
        point: 18,
        section: '6.2',
        mark: 'inferred',
        text: 'whether its trades have `maker`, as trades that a request started',
        others: 'false',
      }),
      channel: field(word, {
        point: 0,
        section: '6.1',
        mark: 'inferred',
        text: 'workflow of trades whose request has no workflow',
        others: 'another path of names between slashes',
      }),
    },
    'quote requests',
  ),
};
