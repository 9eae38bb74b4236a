export {
  type ContainerDeclaration,
  type ContainerState,
  declaredContainer,
  type Filled,
  type Filling,
  MAX_CONTAINER_COUNT,
  unitsIn,
} from './records/container.ts';
export { type Bonus, BONUS_TYPES, bonusAmount, bonusOf, type BonusType } from './bonus.ts';
export {
  checkCorrectedBonus,
  checkCorrectedUnits,
  type Correction,
  isSameCorrection,
  newCorrectionId,
  type RecordCorrection,
} from './records/correction.ts';
export * from './errors.ts';
export { checkGuard, type HarvestGuard, HELD_BACK_WITHIN_MS, warningsUnder } from './harvest-guard.ts';
export type { HarvestWarning } from './harvest-warning.ts';
export { FIRST_PACE_MS, type Pace, paceOf, type Picked, sumPicked } from './pace.ts';
export { possibleRepeats } from './records/possible-repeats.ts';
export {
  type Capture,
  CAPTURE_METHODS,
  type DraftOfSharers,
  type DraftOfWorker,
  MAX_UNITS,
  partsOf,
  ProductionRecord,
  type RecordDraft,
  newRecordId,
  type RecordId,
  type RecordState,
  UNIT_DECIMALS,
} from './records/record.ts';
export { MAX_SHARES, MIN_SHARES } from './records/parting.ts';
export {
  MAX_WEIGHT,
  PART_DECIMALS,
  parted,
  type RecordShare,
  type SentShare,
  type Sharer,
} from './records/shares.ts';
export {
  type ClosedReason,
  type Closure,
  DEFAULT_MAX_DURATION_HOURS,
  NO_DETAILS,
  type Owner,
  ProductionSession,
  type Viewer,
  type SessionChanges,
  type SessionCorrection,
  type SessionDetails,
  type SessionFacts,
  newSessionId,
  type SessionId,
  type SessionState,
  type SessionTerms,
  type Voider,
} from './session.ts';
export {
  type DeclaredPrice,
  declaredPrice,
  PRICE_MEMBERS,
  type PriceDeclaration,
  priceKey,
  type PriceMember,
  type PriceState,
} from './prices/price.ts';
export { type PricedRecord, type PricedSession, PriceList, SessionPrices } from './prices/price-list.ts';
export { amountByPrices, amountOf, type MovementSums, NO_MOVEMENTS, type UnitsOfKind } from './totals.ts';
export { HARVEST_GROUPINGS, type HarvestGrouping } from './harvest-grouping.ts';
