// Schemas of the STP download (wire facts 10).
import { z } from 'zod';
import { parseVenueTime } from '../../domain/index.js';
import { VENUE_TIME_PATTERN } from './rules.js';
import { stpRecordSchema } from './trade-record.js';

/** Default and maximum number of records in a download; the maximum fits a response of 1 MiB. */
export const DEFAULT_STP_COUNT = 50;
export const MAX_STP_COUNT = 200;

export const stpQuerySchema = z.strictObject({
  maxCount: z
    .int()
    .min(1)
    .max(MAX_STP_COUNT)
    .optional()
    .describe(`most records of the response; absent: ${String(DEFAULT_STP_COUNT)}`),
});

export const stpListSchema = z.array(stpRecordSchema);

const time = (what: string) =>
  z
    .string()
    .refine((text) => parseVenueTime(text) !== undefined, {
      message: 'expected a time such as 2026-01-06 10:00:00,125 +0000',
    })
    .meta({ pattern: VENUE_TIME_PATTERN })
    .describe(`${what} trade date, included: its day in UTC, yyyy-MM-dd HH:mm:ss,SSS Z`);

export const stpResendSchema = z.strictObject({ startDate: time('first'), endDate: time('last') });

/** The fields of this response are not published. */
export const stpResendAnswerSchema = z.looseObject({}).optional();
