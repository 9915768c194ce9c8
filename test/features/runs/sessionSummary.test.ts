import { expect, test } from 'vitest';
import { familiesForReading } from '../../../server/src/families/familiesForReading';
import { sessionSummary } from '../../../server/src/features/runs/sessionSummary';
import { claudeRequest, codexSession } from '../../kit/sessionLines';
import { familiesWhere } from '../../kit/shippedFamilies';

const summaryOf = (...lines: string[]) => sessionSummary(lines.join('\n'), familiesForReading);

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

const HEAD = 1 << 16;
const said = (role: string, text: string) => ({ role, content: [{ type: 'text', text }] });
const DOCUMENTS: Record<string, (long: string) => object> = {
  amp: long => ({ v: 1, id: 'T-1', created: 1, messages: [said('user', 'Mend it'), said('assistant', long)] }),
  'gemini-cli': long => ({
    sessionId: 's1',
    projectHash: 'p1',
    startTime: '2026-06-01T10:00:00.000Z',
    messages: [
      { id: 'm1', type: 'user', timestamp: '2026-06-01T10:00:00.000Z', content: 'Mend it' },
      { id: 'm2', type: 'gemini', timestamp: '2026-06-01T10:00:01.000Z', content: long },
    ],
  }),
};

test.each(Object.keys(DOCUMENTS).flatMap(id => [undefined, 2].map(indent => [id, indent] as const)))(
  'a document that goes on behind what is read of it: %s, indented by %s',
  (id, indent) => {
    const reader = familiesWhere([], [])
      .find(family => family.id === id)
      ?.shipped?.read();
    const text = JSON.stringify(DOCUMENTS[id]?.('x'.repeat(2 * HEAD)), undefined, indent);
    expect(sessionSummary(text.slice(0, HEAD), reader ? [reader] : [])).toEqual({ title: 'Mend it' });
  },
);

test('a text that is no session has no summary', () => {
  for (const text of ['', '\0', 'null', '{}', '{"cwd":"/work"}', '[[[[', '{"message":{"content":"hi"}}'])
    expect(summaryOf(text)).toBeUndefined();
});
