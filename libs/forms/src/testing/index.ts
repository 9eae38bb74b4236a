export {
  aField,
  aFile,
  aForm,
  aFormStatement,
  aRecord,
  aSubmission,
  aTask,
  aUser,
  oneOfEach,
} from './builders.ts';
export { type CompanyUnderTest, describeForms } from './forms.contract.ts';
export { InMemoryFormReader, InMemoryForms } from './in-memory-forms.ts';
export { InMemoryLand } from './in-memory-land.ts';
export { InMemoryShelf } from './in-memory-shelf.ts';
