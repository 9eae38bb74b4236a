export {
  aFarm,
  type AppliedIds,
  aProject,
  BULK,
  FarmBodies,
  type FarmFile,
  HARVEST,
  type Place,
  PROJECTS,
  ProvisionedFarm,
  RECORDS,
  sectorsNamed,
  SESSIONS,
  WORKERS,
  ZONE,
} from './farm.ts';
export {
  aFarmWithForms,
  aFormRecord,
  aRecording,
  FORM_RECORD,
  FORMS,
  inParts,
  kept,
  mediaFiles,
  MOBILE_FORMS,
  POINTS,
  SCOUT_FIELDS,
} from './form-farm.ts';
export { aPayingFarm, Crew, inDays, PAY_RUNS, TODAY, WEEK } from './paying-farm.ts';
export {
  aScoutedFarm,
  COMPANY_RECORDS,
  COMPANY_SUMMARY,
  ReportClient,
  Scout,
  SUMMARY,
} from './scouted-farm.ts';
