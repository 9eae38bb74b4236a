import { describe, expect, it } from '@jest/globals';
import { problemsIn as problems, xlsFormIn as read } from '../../testing/xlsform-sheets.ts';

const QUESTIONS = ['type', 'name', 'label'];

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
