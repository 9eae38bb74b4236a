/** A company with an admin, two projects, two workers and a policy from 2020 on. */
export interface PaidCompany {
  readonly companyId: string;
  readonly admin: { readonly userId: string; readonly idpId: string };
  readonly projectId: string;
  readonly otherProjectId: string;
  readonly workerId: string;
  readonly otherWorkerId: string;
}
