import { describe, expect, it } from '@jest/globals';
import { Form } from '../form.ts';
import { checkValues } from '../values.ts';
import { problemsIn as problems, sheets, xlsFormIn as read } from '../../testing/xlsform-sheets.ts';
import { type XlsForm, xlsFormOf, XlsFormUnsupported } from './index.ts';

const QUESTIONS = ['type', 'name', 'label'];

describe('an XLSForm becomes a form', () => {
  it('with every type that has a counterpart', () => {
    const types: [string, object][] = [
      ['text', { type: 'text' }],
      ['integer', { type: 'number', decimals: 0 }],
      ['decimal', { type: 'number' }],
      ['select_one yn', { type: 'select', options: ['yes', 'no'], optionLabels: ['Yes', 'No'] }],
      ['select_multiple yn', { type: 'multiselect', options: ['yes', 'no'], optionLabels: ['Yes', 'No'] }],
      ['date', { type: 'date' }],
      ['dateTime', { type: 'datetime' }],
      ['time', { type: 'time' }],
      ['geopoint', { type: 'geopoint' }],
      ['image', { type: 'photo' }],
      ['audio', { type: 'audio' }],
      ['barcode', { type: 'barcode' }],
      ['note', { type: 'note' }],
    ];
    const survey = types.map(([type], index) => [type, `q${index}`, `Question ${index}`]);
    const choices = [
      ['list_name', 'name', 'label'],
      ['yn', 'yes', 'Yes'],
      ['yn', 'no', 'No'],
    ];
    const settings = [
      ['form_title', 'form_id', 'version'],
      ['Scouting', 'scout', '2026010101'],
    ];
    const { key, name, fields } = read({ survey: [QUESTIONS, ...survey], choices, settings });
    expect([key, name]).toEqual(['scout', 'Scouting']);
    expect(fields).toEqual(
      types.map(([, field], index) => ({
        name: `q${index}`,
        label: `Question ${index}`,
        required: false,
        ...field,
      })),
    );
    expect(Form.define({ key: 'scout', name: 'Scouting', fields }).state.fields).toEqual(fields);
  });

  it('with its conditions, those of groups joined to those of their fields', () => {
    const { fields } = read({
      survey: [
        ['type', 'name', 'label', 'required', 'relevant', 'constraint', 'constraint_message', 'appearance'],
        ['integer', 'trees', 'Trees', 'yes', '', '. > 0 and . <= 100', 'From 1 to 100', ''],
        ['begin_group', 'seen', 'What was seen', '', '${trees} != 0', '', '', 'field-list'],
        ['begin group', 'inner', '', '', '', '', '', ''],
        ['select_multiple organ', 'organs', 'Organs', 'true()', 'not(${trees} < 2)', '', '', ''],
        ['text', 'other', 'Which', 'FALSE', 'selected(${organs}, ‘leaf’) or ${trees} > 5', '', '', ''],
        ['end group', '', '', '', '', '', '', ''],
        ['image', 'signed', 'Signature', '', '', '', '', 'signature'],
        ['end_group', '', '', '', '', '', '', ''],
        ['note', 'end', 'Thank you', '', '', '', '', ''],
      ],
      choices: [
        ['list name', 'name', 'label'],
        ['organ', 'leaf', 'Leaf'],
        ['organ', 'fruit', 'Fruit'],
      ],
    });
    expect(fields.map(({ name, type, required, relevant }) => [name, type, required, relevant])).toEqual([
      ['trees', 'number', true, undefined],
      ['seen', 'note', false, '${trees} != 0'],
      ['organs', 'multiselect', true, '(${trees} != 0) and (not(${trees} < 2))'],
      ['other', 'text', false, "(${trees} != 0) and (selected(${organs}, 'leaf') or ${trees} > 5)"],
      ['signed', 'signature', false, '${trees} != 0'],
      ['end', 'note', false, undefined],
    ]);
    expect(fields[0]).toMatchObject({ constraint: '. > 0 and . <= 100', constraintMessage: 'From 1 to 100' });
    expect(checkValues(fields, { trees: 3, organs: ['leaf'], other: 'x' }, [])).toMatchObject({ other: 'x' });
    expect(() => checkValues(fields, { trees: 101 }, [])).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ message: 'From 1 to 100' })] }),
    );
    expect(() => checkValues(fields, { trees: 1, other: 'x' }, [])).toThrow('missing or wrong');
  });

  it('with translations, its own language being that without a name, else the default or first one', () => {
    const survey = (...headings: string[]) => [
      ['type', 'name', ...headings],
      ['text', 'a', 'Hello', 'Hola'],
    ];
    const spanish = [{ language: 'es', label: 'Hola' }];
    const own = (of: XlsForm) => [of.fields[0]?.label, of.fields[0]?.translations];
    expect(own(read({ survey: survey('label', 'label::Español (es)') }))).toEqual(['Hello', spanish]);
    expect(own(read({ survey: survey('label::English (en)', 'label::Español (es)') }))).toEqual([
      'Hello',
      spanish,
    ]);
    expect(own(read({ survey: survey('label:English', 'label:spanish') }))).toEqual(['Hello', spanish]);
    const settings = [['default_language'], ['Español (es)']];
    expect(own(read({ survey: survey('label::English (en)', 'label::Español (es)'), settings }))).toEqual([
      'Hola',
      [{ language: 'en', label: 'Hello' }],
    ]);
  });

  it('with translated hints, messages and choices', () => {
    const { fields } = read({
      survey: [
        ['type', 'name', 'label', 'label::fr', 'hint', 'hint::fr', 'constraint', 'constraint_message::fr'],
        ['select_one c', 'a', 'Crop', 'Culture', 'Look', 'Regarde', ". = 'x'", 'Non'],
      ],
      choices: [
        ['list_name', 'name', 'label', 'label::fr'],
        ['c', 'x', 'Vine', 'Vigne'],
        ['c', 'y', 'Other', ''],
      ],
    });
    expect(fields[0]).toMatchObject({
      hint: 'Look',
      optionLabels: ['Vine', 'Other'],
      translations: [
        {
          ...{ language: 'fr', label: 'Culture', hint: 'Regarde', constraintMessage: 'Non' },
          optionLabels: ['Vigne', 'Other'],
        },
      ],
    });
  });
});

describe('what has no counterpart is named with its place and reason, all of it at once', () => {
  it.each<[string, string[], string[], string]>([
    [
      'calculate',
      [],
      ['calculate', 'a', ''],
      'type: is of the type "calculate", which has no counterpart in a form',
    ],
    ['begin repeat', [], ['begin repeat', 'a', 'A'], 'type: repeats a group; forms ask each field once'],
    ['start', [], ['start', 'start', ''], 'type: is of the type "start", which has no counterpart in a form'],
    ['an empty type', [], ['', 'a', 'A'], 'type: is empty'],
    [
      'an unknown list',
      [],
      ['select_one x', 'a', 'A'],
      'type: names the list "x", which the sheet choices does not have',
    ],
    [
      'a name',
      [],
      ['text', '_a', 'A'],
      'name: must begin with a letter and have at most 64 letters, digits, "_" and "-"',
    ],
    [
      'a default',
      ['default'],
      ['text', 'a', 'A', '5'],
      'default: gives a value before anybody answers; forms begin empty',
    ],
    [
      'a calculation',
      ['calculation'],
      ['text', 'a', 'A', '1 + 1'],
      'calculation: calculates a value; forms keep what people fill in',
    ],
    [
      'required by an expression',
      ['required'],
      ['text', 'a', 'A', '${b} = 1'],
      'required: depends on an expression; a field is required or not',
    ],
    [
      'an expression',
      ['relevance'],
      ['text', 'a', 'A', 'count(${b}) > 1'],
      'relevance: has "count"; it may compare only ${fields}, ".", numbers and texts in quotes',
    ],
    [
      'a later field',
      ['relevant'],
      ['text', 'a', 'A', '${b} = 1'],
      'relevant: refers to ${b}, which is no field before this one',
    ],
    [
      'a constraint',
      ['constraint'],
      ['text', 'a', 'A', "regex(., '\\d')"],
      'constraint: has "regex"; it may compare only ${fields}, ".", numbers and texts in quotes',
    ],
    [
      'a value in a label',
      [],
      ['note', 'a', 'Hello, ${b}'],
      'label: shows the value of another field: a form shows the same text always',
    ],
    [
      'a bind',
      ['bind::odk:length'],
      ['text', 'a', 'A', '5'],
      'bind::odk:length: adds a member of XForms, which forms do not have',
    ],
    [
      'a read-only question',
      ['readonly'],
      ['text', 'a', 'A', 'yes'],
      'readonly: asks for nothing: use a note',
    ],
    ['a long label', [], ['text', 'a', 'x'.repeat(201)], 'label: must have 1 to 200 characters on one line'],
  ])('%s', (_, headings, row, problem) => {
    const endOfRepeat = row[0] === 'begin repeat' ? [['end repeat', '', '']] : [];
    expect(problems({ survey: [[...QUESTIONS, ...headings], row, ...endOfRepeat] })).toEqual([
      `survey 2 ${problem}`,
    ]);
  });

  it('in every sheet', () => {
    expect(
      problems({
        survey: [
          ['type', 'name', 'label::Klingonese'],
          ['text', 'a', 'A'],
          ['text', 'a', 'B'],
          ['end group', '', ''],
          ['begin group', 'g', ''],
        ],
        choices: [
          ['list_name', 'label', 'media::image'],
          ['yn', 'Yes', 'yes.jpg'],
        ],
        settings: [
          ['form_title', 'public_key'],
          ['A', 'MIIB'],
        ],
      }),
    ).toEqual([
      'choices 1 name: is missing',
      'settings 2 public_key: encrypts what is sent; Furrow keeps it readable',
      'survey 1 label::Klingonese: names a language without its tag, as in "label::Klingonese (es)"',
      'choices 2 name: is empty',
      'choices 2 media::image: shows a picture, a sound or a film, which forms do not have',
      'survey 4 type: ends a group that does not begin',
      'survey 5 type: begins a group that does not end',
      'survey 3 name: "a" occurs twice',
    ]);
    expect(problems({ sheet1: [['a']] })).toEqual([
      'survey 1 type: is missing: an XLSForm asks its questions there',
    ]);
  });

  it('in bounded time, whatever the workbook holds', () => {
    const far = Array.from({ length: 500 }, (_, index) => (index === 499 ? 'x' : ''));
    const headings = (names: string[]) => [
      ...names,
      ...Array.from({ length: 497 }, (_, index) => `label::a${index}`),
    ];
    const rows = <T>(make: (index: number) => T) => Array.from({ length: 9_999 }, (_, index) => make(index));
    const given = sheets({
      survey: [headings(QUESTIONS), ...rows((index) => ['select_one c', `a${index}`, 'A', ...far.slice(3)])],
      choices: [
        headings(['list_name', 'name', 'label']),
        ...rows((index) => ['c', `c${index}`, 'C', ...far.slice(3)]),
      ],
    });
    const before = process.cpuUsage();
    expect(() => xlsFormOf(given)).toThrow(XlsFormUnsupported);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  it('names lists with more choices than a field may have', () => {
    const choices = Array.from({ length: 501 }, (_, index) => ['c', `c${index}`, 'C']);
    const survey = [QUESTIONS, ['select_one c', 'a', 'A']];
    expect(problems({ survey, choices: [['list_name', 'name', 'label'], ...choices] })).toEqual([
      'survey 2 type: names a list of more than 500 choices',
    ]);
  });

  it('names languages beyond those that a form may have', () => {
    const tags = ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl', 'ru', 'sw', 'tr', 'vi', 'zh'];
    const survey = [
      ['type', 'name', ...tags.map((tag) => `label::${tag}`)],
      ['text', 'a', ...tags],
    ];
    expect(problems({ survey })).toEqual([
      'survey 1 label::zh: is beyond the 11 languages that a form may have',
    ]);
  });

  it('up to a thousand places', () => {
    const survey = [QUESTIONS, ...Array.from({ length: 9_999 }, () => ['calculate', 'a', '${b}'])];
    expect(problems({ survey })).toHaveLength(1_000);
    const many = [QUESTIONS, ...Array.from({ length: 301 }, (_, index) => ['text', `a${index}`, 'A'])];
    expect(problems({ survey: many })).toEqual([
      'survey 302 type: is beyond the 300 fields that a form may have',
    ]);
  });
});
