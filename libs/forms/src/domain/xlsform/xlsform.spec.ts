import { describe, expect, it } from '@jest/globals';
import { Form } from '../form.ts';
import { checkValues } from '../values.ts';
import { type XlsForm, type XlsFormProblem, xlsFormOf, XlsFormUnsupported } from './index.ts';

type Rows = readonly (readonly string[])[];

const sheets = (of: Readonly<Record<string, Rows>>) =>
  Object.entries(of).map(([name, rows]) => ({
    name,
    rows: rows.map((cells, index) => ({ number: index + 1, cells })),
  }));
const read = (of: Readonly<Record<string, Rows>>): XlsForm => xlsFormOf(sheets(of));
const QUESTIONS = ['type', 'name', 'label'];

/** Each problem as `sheet row column: reason`. */
function problems(of: Readonly<Record<string, Rows>>): string[] {
  try {
    read(of);
    return [];
  } catch (error) {
    if (!(error instanceof XlsFormUnsupported)) throw error;
    return (error.facts['problems'] as XlsFormProblem[]).map(
      ({ sheet, row, column, reason }) => `${sheet} ${row} ${column}: ${reason}`,
    );
  }
}

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

/** Names, types and what becomes of them, in pyxform's repository at tests/example_xls and tests/test_*.py. */
describe('an example of pyxform', () => {
  it('text_and_integer, yes_or_no_question: old words of headings and types', () => {
    const survey = [
      ['type', 'name', 'label:english'],
      ['integer', 'your_age', 'Age in years'],
      ['select one from yes_or_no', 'good_day', 'Good day?'],
    ];
    const choices = [
      ['list name', 'name', 'label:english'],
      ['yes_or_no', 'yes', 'yes'],
      ['yes_or_no', 'no', 'no'],
    ];
    expect(read({ survey, choices }).fields).toEqual([
      { name: 'your_age', label: 'Age in years', type: 'number', decimals: 0, required: false },
      { name: 'good_day', label: 'Good day?', type: 'select', required: false, options: ['yes', 'no'] },
    ]);
  });

  it('test_group: a group is flattened, and its label becomes a note', () => {
    const survey = [
      QUESTIONS,
      ['text', 'pregrp', 'Before'],
      ['begin group', 'xgrp', 'Inside'],
      ['text', 'xgrp_q1', 'One'],
      ['integer', 'xgrp_q2', 'Two'],
      ['end group', '', ''],
      ['note', 'postgrp', 'After'],
    ];
    const names = read({ survey }).fields.map(({ name, type }) => `${name} ${type}`);
    expect(names).toEqual(['pregrp text', 'xgrp note', 'xgrp_q1 text', 'xgrp_q2 number', 'postgrp note']);
  });

  it('case_insensitivity: headings and sheets in capitals are the same; what has no counterpart is named', () => {
    const SURVEY = [
      ['TYPE', 'NAME', 'LABEL::EN', 'CHOICE_FILTER'],
      ['select_one c1', 'q1', 'Good?', ''],
      ['select_one_external c1', 'q2', 'Where?', 'YES_NO=${q1}'],
      ['osm c1', 'q3', 'Where exactly?', ''],
    ];
    const CHOICES = [
      ['LIST_NAME', 'NAME', 'LABEL::EN'],
      ['c1', 'n1-c', 'l1-c'],
    ];
    const EXTERNAL_CHOICES = [
      ['LIST_NAME', 'NAME'],
      ['c1', 'n1-e'],
    ];
    expect(problems({ SURVEY, CHOICES, EXTERNAL_CHOICES })).toEqual([
      'EXTERNAL_CHOICES 2 LIST_NAME: keeps choices in a file of their own: put them into the sheet choices',
      'SURVEY 3 TYPE: is of the type "select_one_external c1", which has no counterpart in a form',
      'SURVEY 4 TYPE: is of the type "osm c1", which has no counterpart in a form',
    ]);
  });

  it('specify_other, loop, group: other answers, loops and phone numbers have none', () => {
    const survey = [
      QUESTIONS,
      ['select one from sexes or specify other', 'sex', 'Sex'],
      ['begin loop over sexes', 'loop', ''],
      ['end loop', '', ''],
      ['phone number', 'phone_number', 'Phone'],
    ];
    expect(problems({ survey }).map((problem) => problem.replace(/ which has.*/u, ''))).toEqual([
      'survey 2 type: offers another answer than the choices: ask for it in a text field',
      'survey 3 type: is of the type "begin loop over sexes",',
      'survey 4 type: is of the type "end loop",',
      'survey 5 type: is of the type "phone number",',
    ]);
  });

  it('test_missing_media_itext: three languages, and sounds beside labels', () => {
    const survey = [
      ['name', 'type', 'label', 'label::Russian', 'label::Kyrgyz', 'required', 'media::audio::Russian'],
      ['q1', 'select_one yn', 'Consent?', 'Согласие?', 'This is Kyrgyz.', 'true', 'test.mp3'],
    ];
    const choices = [
      ['list name', 'name', 'label', 'label::Russian', 'label::Kyrgyz'],
      ['yn', '0', 'No', 'Нет', 'Нет (ky)'],
      ['yn', '1', 'Yes', 'Да', 'Да (ky)'],
    ];
    expect(problems({ survey, choices })).toEqual([
      'survey 2 media::audio::Russian: shows a picture, a sound or a film, which forms do not have',
    ]);
    const silent = survey.map((row) => row.slice(0, 6));
    expect(read({ survey: silent, choices }).fields[0]?.translations).toEqual([
      { language: 'ru', label: 'Согласие?', optionLabels: ['Нет', 'Да'] },
      { language: 'ky', label: 'This is Kyrgyz.', optionLabels: ['Нет (ky)', 'Да (ky)'] },
    ]);
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

  it('up to a thousand places, in bounded time', () => {
    const survey = [QUESTIONS, ...Array.from({ length: 9_999 }, () => ['calculate', 'a', '${b}'])];
    expect(problems({ survey })).toHaveLength(1_000);
    const many = [QUESTIONS, ...Array.from({ length: 301 }, (_, index) => ['text', `a${index}`, 'A'])];
    expect(problems({ survey: many })).toEqual([
      'survey 302 type: is beyond the 300 fields that a form may have',
    ]);
  });
});
