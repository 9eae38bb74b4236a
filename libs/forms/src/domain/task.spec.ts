import { describe, expect, it } from '@jest/globals';
import { aTask, aUser } from '../testing/builders.ts';
import { Task } from './task.ts';

const ana = aUser();

describe('a task', () => {
  it('is unchanged when declared the same, and stays completed in any case', () => {
    const task = aTask('form', { assigneeId: ana.userId });
    const done = Task.restore({ ...task.state, status: 'done' });
    const { formId, dueAt, ...rest } = task.state;
    expect(task.redeclared({ ...rest, formId, dueAt: dueAt && new Date(dueAt) })).toBe(task);
    expect(done.redeclared({ ...task.state, dueAt: null }).state).toMatchObject({
      status: 'done',
      dueAt: null,
    });
    expect(done.deactivated().redeclared(task.state).state).toMatchObject({ status: 'done', active: true });
  });

  it('keeps its form, and has no sector without a project', () => {
    const task = aTask('form');
    expect(() => task.redeclared({ ...task.state, formId: 'other' })).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field: 'form' })] }),
    );
    expect(() => aTask('form', { sectorId: 's' })).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field: 'project' })] }),
    );
    expect(() => aTask('form', {}, 'a/b')).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field: 'key' })] }),
    );
  });

  it('is reported on by its assignee or an admin, with its own form', () => {
    const task = aTask('form', { assigneeId: ana.userId });
    expect(() => task.assertReportedBy(ana, 'form')).not.toThrow();
    expect(() => task.assertReportedBy(aUser({ role: 'admin' }), 'form')).not.toThrow();
    expect(() => task.assertReportedBy(aUser(), 'form')).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    );
    expect(() => task.assertReportedBy(ana, 'other')).toThrow(
      expect.objectContaining({ code: 'task_not_of_form' }),
    );
    expect(() => aTask('form').assertReportedBy(ana, 'form')).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    );
  });
});
