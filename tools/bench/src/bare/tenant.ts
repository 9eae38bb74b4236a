/** How every transaction of the service says who it is, in its first message. */
export function beginAs(companyId: string): string {
  return `BEGIN; SET LOCAL ROLE furrow_tenant; SET LOCAL furrow.company_id = '${companyId}'`;
}
