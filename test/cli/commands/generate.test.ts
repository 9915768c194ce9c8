import { describe, expect, test } from 'vitest';
import { explainCommand } from '../../../server/src/cli/commands/explain';
import { generateCommand } from '../../../server/src/cli/commands/generate';
import { fileRules } from '../../../server/src/features/rulePages';
import { REVIEWS } from '../../kit/declaredProtocols';
import { folder, run } from '../run';

const commands = [generateCommand(fileRules)];

function generate(args: string[], files: Record<string, string> = {}) {
  return run(['generate', ...args], { cwd: folder(files), commands });
}

test('a kind of a protocol that the folder declares', async () => {
  const files = { 'protocols/reviews.agent-protocol.json': JSON.stringify(REVIEWS) };
  const { code, out, err } = await generate(['--target', 'zod', 'review-queue/verdict'], files);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('export const Verdict = z.looseObject({');
});

test('a kind of a protocol that is shipped', async () => {
  const { code, out } = await generate(['--target', 'typescript', 'a2a/task']);
  expect(code).toBe(0);
  expect(out).toContain('contextId?: string;');
});

test.each([
  { type: 3 },
  { ...REVIEWS.kinds.verdict.schema, patternProperties: { '(': {} } },
  { ...REVIEWS.kinds.verdict.schema, properties: { verdict: { type: 'string', pattern: '^(a+)+$' } } },
])('nothing is written of a protocol that is broken: %j', async schema => {
  const { kinds, ...rest } = REVIEWS;
  const broken = { ...rest, kinds: { verdict: { ...kinds.verdict, schema } } };
  const { code, out, err } = await generate(['--target', 'zod', 'review-queue/verdict'], {
    'reviews.agent-protocol.json': JSON.stringify(broken),
  });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain("This schema can't be used");
});

test('a protocol that is broken hinders only its own kinds', async () => {
  const { code, out, err } = await generate(['--target', 'typescript', 'toolcall/call'], {
    'reviews.agent-protocol.json': JSON.stringify({ ...REVIEWS, kinds: { verdict: { schema: { type: 3 } } } }),
  });
  expect(code).toBe(0);
  expect(out).toContain('export type ToolCall');
  expect(err).toContain('reviews.agent-protocol.json has ');
});

test('what is not said is told on standard error, too', async () => {
  const { code, err } = await generate(['--target', 'pydantic', 'toolcall/call']);
  expect(code).toBe(0);
  expect(err).toBe('agent-envelopes: not said: toolcall/call: the format "date-time", at /properties/ts/format\n');
});

describe('the rules in a prompt', () => {
  const { kinds } = REVIEWS;
  const rules = {
    'bad-by': { of: ['verdict'], when: { at: '/by', is: ['x'] }, message: 'It was used by {/by}.' },
    twice: { of: ['verdict'], unique: '/review_id', message: '"{/review_id}" was used at {place}.' },
    both: {
      cases: [
        { of: ['request'], when: { at: '/reviewer', is: ['x'] }, message: 'A request.' },
        { of: ['verdict'], when: { at: '/by', is: ['y'] }, message: 'A verdict of {/by}.' },
      ],
    },
  };
  const files = { 'reviews.agent-protocol.json': JSON.stringify({ ...REVIEWS, kinds, rules }) };
  const faultsOf = async (kind: string) =>
    (await generate(['--target', 'markdown', kind], files)).out.split('## Faults to avoid')[1]?.split('## ')[0]?.trim();

  test('are those that can be about its kind, without placeholders', async () => {
    expect(await faultsOf('review-queue/verdict')).toBe('- It was used by `by`.\n- A verdict of `by`.');
    expect(await faultsOf('review-queue/request')).toBe('- A request.');
  });

  test('of built-in protocols, too', async () => {
    expect(await faultsOf('agent-io/request')).not.toContain('response');
    expect(await faultsOf('agent-io/response')).toContain('An event has another trace id than its response.');
    expect(await faultsOf('toolcall/result')).not.toMatch(/quarantine|catalogue/i);
  });

  test('explain has no placeholders, either', async () => {
    const explain = (id: string) =>
      run(['explain', id], {
        cwd: folder({ ...files, '.agent-envelopes.json': '{}' }),
        commands: [explainCommand(fileRules)],
      });
    expect((await explain('review-queue/bad-by')).out).toContain('\n\nIt was used by `by`\\.\n');
    expect((await explain('review-queue/twice')).out).toContain('`review_id`" was used at another place\\.\n');
  });
});

test.each([
  [['toolcall/call'], '"--target" is missing: one of typescript, zod,'],
  [['--target', 'zod'], 'no kind was given, such as agent-message/message.'],
  [['--target', 'zodd', 'toolcall/call'], 'did you mean "zod"?'],
  [['--target', 'zod', 'toolcall/cal'], '"toolcall/cal" is not a kind of envelope; did you mean "toolcall/call"?'],
  [['--target', 'zod', 'otlp/span'], '"otlp/span" is not a kind of envelope'],
])('%j is refused', async (args, message) => {
  const { code, out, err } = await generate(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
});
