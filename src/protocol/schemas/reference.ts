// Shapes of reference data (wire facts 9).
import { z } from 'zod';

/** Reference data of a symbol (wire facts 9). */
export const symbolReferenceSchema = z.looseObject({ symbol: z.string() });
