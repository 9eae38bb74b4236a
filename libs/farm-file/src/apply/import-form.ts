import { isXlsFormSheet, type XlsForm, xlsFormOf, XlsFormUnsupported } from '@furrow/forms/domain';
import { readWorkbook } from '@furrow/spreadsheet';
import type { FarmChange } from '../stored/farm-items.ts';
import type { StoredFarm } from '../stored/stored-farm.ts';
import type { ChangedFarm, ChangeFarm } from './change-farm.ts';

type Members = Readonly<Record<string, unknown>>;

export interface FormToImport {
  /** An XLSForm, as `.xlsx`. */
  readonly bytes: Buffer;
  /** Of the form; undefined: the `form_id` of the workbook's settings. */
  readonly key?: string | undefined;
  /** The version of the farm that the caller has read; undefined: any. */
  readonly version?: string | undefined;
  readonly dryRun: boolean;
}

export interface ImportedForm {
  /** Null for a new form in a dry run. */
  readonly formId: string | null;
  /** Of the form. */
  readonly formVersion: number;
  /** The form as the farm file states it. */
  readonly form: Members;
  readonly changes: readonly FarmChange[];
  /** Of the farm. */
  readonly version: string;
}

/**
 * Makes or replaces a form of the farm file by an XLSForm. Who may see a form that exists, its type and its subtype stay,
 * because an XLSForm does not say them.
 */
export class ImportForm {
  constructor(private readonly changeFarm: ChangeFarm) {}

  /** @throws UnreadableWorkbook | XlsFormUnsupported | ValidationFailed | FarmChanged */
  async execute(companyId: string, { bytes, key, version, dryRun }: FormToImport): Promise<ImportedForm> {
    const imported = xlsFormOf(await readWorkbook(bytes, isXlsFormSheet));
    const formKey = key ?? imported.key;
    if (formKey === null) throw withoutKey();
    const changed = await this.changeFarm.execute(companyId, {
      ...{ version, dryRun },
      document: (farm) => ({ forms: [declaration(farm, formKey, imported)] }),
    });
    return importedForm(changed, formKey, dryRun);
  }
}

function declaration(farm: StoredFarm['farm'], key: string, { name, fields }: XlsForm): Members {
  const forms = farm['forms'] as readonly Members[];
  const { type, subtype, access, name: former } = forms.find((form) => form['key'] === key) ?? {};
  return { key, name: name ?? former ?? key, type, subtype, access, fields };
}

function importedForm(
  { changes, applied, version, formVersions }: ChangedFarm,
  key: string,
  dryRun: boolean,
): ImportedForm {
  const change = changes.find(({ kind, key: changed }) => kind === 'form' && changed === key);
  if (change === undefined) throw new Error('A form that was applied is not among the changes');
  const isNew = change.action === 'created';
  return {
    formId: dryRun && isNew ? null : (applied.forms[key] ?? null),
    formVersion: formVersions.get(key) ?? 1,
    ...{ form: change.after, changes, version },
  };
}

const withoutKey = () =>
  new XlsFormUnsupported([
    { sheet: 'settings', row: 2, column: 'form_id', reason: 'is missing: it is the key of the form' },
  ]);
