export {
  ManualLine,
  type ManualLineDraft,
  type ManualLineState,
  ManualPay,
  MAX_MANUAL_AMOUNT,
  MAX_REASON,
  type ManualEntry,
  type Office,
  type PayLineId,
} from './manual-line.ts';
export { Fraction } from './money/fraction.ts';
export type { PayFacts, SessionFact, ShiftFact, UnitsFact, WorkFact } from './pay-facts.ts';
export {
  canonical,
  DEFAULT_PREMIUM,
  DEFAULT_TERMS,
  FIXED_BONUS,
  MINIMUM_BASES,
  MINIMUM_PER,
  type MinimumWage,
  type Overtime,
  MAX_TIERS,
  PayPolicy,
  policyKey,
  type PayPolicyState,
  type PayPolicyDeclaration,
  type PayTerms,
  REST_BREAKS,
  type TermsOn,
  type Tier,
  TIER_PER,
  WEEKDAYS,
} from './terms/pay-policy.ts';
export {
  declaredRate,
  type PayRateDeclaration,
  payRateKey,
  type PayRateState,
  RATE_TARGETS,
  rateTarget,
} from './terms/pay-rate.ts';
export {
  declaredWage,
  type ProjectWageDeclaration,
  projectWageKey,
  type ProjectWageState,
} from './terms/project-wage.ts';
export { Wages, type WageState, type WorkerStanding } from './terms/wages.ts';
export { partsOf, pickedIn, type SessionPart } from './session-parts.ts';
export {
  containersIn,
  type CountedContainer,
  type Line,
  LINE_KINDS,
  type LineKind,
  type Statement,
  statementsOf,
  WorkLedger,
} from './statement.ts';
export { type RunTerms } from './week-pay.ts';
export { dayBefore, daysEarlier, type Days, isWithin, workweekOf } from './workweek.ts';
export {
  CalculationsBusy,
  PayLineIsVoid,
  PayLineNotFound,
  PayPolicyChanges,
  PayRunBlocked,
  PayRunFrozen,
  PayRunNotFound,
  PayRunOverlaps,
  PayStatementNotFound,
  ReceiptNotFound,
  TooManyDrafts,
} from './errors.ts';
export {
  DEFAULT_RECEIPT_DAYS,
  issuedReceipt,
  MAX_RECEIPT_DAYS,
  type Receipt,
  type ReceiptId,
} from './receipt.ts';
export {
  ACKNOWLEDGEABLE,
  type Acknowledgeable,
  BLOCKING,
  type Flag,
  FLAGS,
  isBlocking,
  isSameFlag,
  negativeGross,
  RunFlags,
  type WorkElsewhere,
} from './flags.ts';
export {
  type Acknowledgement,
  type ListedPayRun,
  type ListedResult,
  listedResult,
  MAX_DRAFTS,
  MAX_LISTED_FLAGS,
  MAX_RUN_DAYS,
  type PayHead,
  type PayResult,
  type PayRun,
  type PayRunHead,
  newPayRunId,
  type PayRunId,
  type PayTotals,
  type LineView,
  type StatementView,
  TotalsOfStatements,
} from './pay-run.ts';
