import { expect, test } from 'vitest';
import { readingFamilies } from '../../../server/src/families/readingFamilies';
import { sessionSummary } from '../../../server/src/features/runs/sessionSummary';
import { claudeRequest, codexSession } from '../../kit/sessionLines';

const summaryOf = (...lines: string[]) => sessionSummary(lines.join('\n'), readingFamilies);

test('a session is about the first request of its user', () => {
  const lines = ['{"type":"summary","summary":"x"}', claudeRequest('Mend the shop'), claudeRequest('Thanks')];
  expect(summaryOf(...lines)).toEqual({ title: 'Mend the shop', project: '/work/shop' });
  expect(summaryOf(...codexSession('Write a test'))).toEqual({ title: 'Write a test', project: '/work/shop' });
});

test('what stands in a log is shown as one line of text', () => {
  const hostile = '\u202Eevil\u0007\n$(alert) [a](command:b)';
  expect(summaryOf(claudeRequest(hostile, { cwd: '/work\n/\u202Eshop' }))).toEqual({
    title: 'evil $(alert) a',
    project: '/work / shop',
  });
});

test('a line that is cut or broken hides no other', () => {
  const long = claudeRequest(`Look at this ${'x'.repeat(200_000)}`).slice(0, 1 << 16);
  expect(summaryOf(long)?.title).toMatch(/^Look at this x/);
  expect(summaryOf('{"type":', '\0\0', '[1', claudeRequest('Go on'), '{"cw')).toMatchObject({ title: 'Go on' });
});

test('a text that is no session has no summary', () => {
  for (const text of ['', '\0', 'null', '{}', '{"cwd":"/work"}', '[[[[', '{"message":{"content":"hi"}}'])
    expect(summaryOf(text)).toBeUndefined();
});
