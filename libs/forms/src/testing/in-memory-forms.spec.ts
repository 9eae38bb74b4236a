import { newId } from '@furrow/kernel';
import { aUser, fresh } from './builders.ts';
import { type CompanyUnderTest, describeFormsPorts } from './forms.contract.ts';
import { InMemoryFormQuery, InMemoryForms } from './in-memory-forms.ts';

describeFormsPorts('the in-memory fakes', async () => {
  const forms = new InMemoryForms();
  const aCompany = (): CompanyUnderTest => {
    const companyId = newId();
    const { farm } = forms.company(companyId);
    const projectId = farm.addProject();
    return {
      companyId,
      ana: aUser(),
      ben: aUser({ role: 'agronomist' }),
      projectId,
      sectorId: farm.addSector(projectId, -71, -33),
      aFile: async () => fresh('file'),
      run: (work) => forms.run(companyId, work),
      apply: (work) => forms.apply(companyId, work),
    };
  };
  return { own: aCompany(), other: aCompany(), query: new InMemoryFormQuery(forms) };
});
