export {
  aField,
  aFile,
  aForm,
  aFormDeclaration,
  aRecord,
  aSubmission,
  aTask,
  aUser,
  oneOfEach,
} from './builders.ts';
export { type CompanyUnderTest, describeFormsPorts } from './forms.contract.ts';
export { InMemoryFormQuery, InMemoryForms } from './in-memory-forms.ts';
export { InMemoryFarmDirectory } from './in-memory-farm-directory.ts';
export { InMemoryMediaStaging } from './in-memory-media-staging.ts';
