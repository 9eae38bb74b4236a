/** The first message of every transaction of the service, which sets its role and company. */
export function beginAs(companyId: string): string {
  return `BEGIN; SET LOCAL ROLE furrow_tenant; SET LOCAL furrow.company_id = '${companyId}'`;
}
