import { workbookOf } from '@furrow/spreadsheet/testing';

export const AN_XLSFORM = workbookOf([
  {
    name: 'survey',
    rows: [
      ['type', 'name', 'label'],
      ['text', 'seen', 'What was seen'],
    ],
  },
  { name: 'settings', rows: [['form_id'], ['imported']] },
]);
