// Settings for what the venue's specification leaves open, for other folders.
export {
  createRespellings,
  respellAnswer,
  respellKeys,
  type Respelling,
  type Respellings,
  respellPath,
  fromBodyQuery,
  toBodyQuery,
  respellQuery,
} from './field-renames.js';
export { CALL_FACTS } from './fields/calls.js';
export type { MarketProfile } from './market-profile.js';
export { OPEN_POINTS, type OpenPoint } from './open-points.js';
export {
  createProfile,
  listProfileFields,
  mergeChanges,
  type ProfileChanges,
  type ProfileField,
  profileSchema,
} from './profile-schema.js';
export { type OrderAction, DEFAULT_PROFILE, type VenueProfile } from './profile.js';
export type { LimitsProfile } from './request-limits-profile.js';
export {
  findOrderFault,
  type OrderFieldRules,
  type OpenOrderType,
  OPEN_NEEDS,
} from './required-fields.js';
