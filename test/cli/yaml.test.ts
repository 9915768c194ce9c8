import { describe, expect, onTestFinished, test } from 'vitest';
import { Document } from 'yaml';
import { REVIEWS } from '../kit/declaredProtocols';
import { temporaryFolder } from '../kit/temporaryFolder';
import { projectCommands as commands } from './projectCommands';
import { run } from './run';

async function check(files: Record<string, string>, ...args: string[]) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  const { code, out, err } = await run(['check', ...args], { cwd: folder.path, stdin: '', commands });
  return { code, err, out: out.split('\n').filter(line => /^\S+:\d+:\d+ /.test(line) || / envelopes?/.test(line)) };
}

const yaml = (value: unknown) => String(new Document(value));
const SUMMARY = 'success: true\nsummary: Done.\nartifacts: []\nrecommendation: proced\n';

describe('envelopes in YAML', () => {
  test('in files, documents, blocks and front matter', async () => {
    const files = {
      'a.yaml': SUMMARY,
      'b.yml': `# Two.\n---\n${SUMMARY}---\n${SUMMARY.replace('proced', 'proceed')}`,
      'c.md': `---\n${SUMMARY}---\n\n> \`\`\`yml\n${SUMMARY.trimEnd().replaceAll(/^/gm, '> ')}\n> \`\`\`\n`,
      '.github/workflows/ci.yaml': 'on: push\njobs:\n  a:\n    steps: [{ run: make }]\n',
    };
    const { code, out } = await check(files, '.');
    expect([code, ...out.map(line => line.replace(/ error .*/, ''))]).toEqual([
      1,
      'a.yaml:4:17',
      'b.yml:6:17',
      'c.md:5:17',
      'c.md:12:19',
      expect.stringMatching(/^4 files, 5 envelopes: 4 errors/),
    ]);
  });

  test.each([
    ['# Nothing.\n', 'This must be an object'],
    ['- a\n', 'This must be an object'],
    [`${SUMMARY}...\nsummary: Second.\n`, 'proced'],
    ['success: "\n', 'not YAML'],
    ['summary: &a [*a]\n', 'contains it'],
  ])('of a demanded kind: %s', async (stdin, says) => {
    const args = ['check', '--as', 'agent-protocol/output', '--stdin-name', 'a.yaml', '-'];
    const folder = temporaryFolder({});
    onTestFinished(folder.dispose);
    const { code, out } = await run(args, { cwd: folder.path, stdin, commands });
    expect([code, out]).toEqual([1, expect.stringContaining(says)]);
    const right = await run(args, { cwd: folder.path, stdin: SUMMARY.replace('proced', 'proceed'), commands });
    expect(right.code).toBe(0);
  });
});

test('an envelope that is too long is told, and where it ends to be read; other long YAML is not', async () => {
  const long = `note: |\n${'  Lorem ipsum.\n'.repeat(40_000)}`;
  const files = { 'a.yaml': SUMMARY + long, 'b.yaml': `kind: List\n${long}`, 'c.yaml': long + SUMMARY };
  const { code, out } = await check(files, '.');
  expect([code, ...out]).toEqual([
    1,
    expect.stringMatching(/^a\.yaml:33334:1 error .*500,000 characters.*split it, or write it as JSON/),
    expect.stringMatching(/^c\.yaml:33334:1 error /),
    expect.stringMatching(/^3 files, 2 envelopes: 2 errors/),
  ]);
});

describe('declarations in YAML', () => {
  const review = yaml({ review_id: 'r', change: 'c', asked_by: 'me', summary: 5 });
  const declared = yaml(REVIEWS);

  test.each(['ours.agent-protocol.yaml', 'ours.agent-protocol.yml'])('count: %s', async name => {
    for (const [file, text] of [
      ['data/r.yaml', review] as const,
      ['data/r.json', JSON.stringify({ review_id: 'r', change: 'c', asked_by: 'me', summary: 5 })] as const,
    ]) {
      const { code, out } = await check({ [name]: declared, [file]: text }, 'data');
      expect({ code, out }).toEqual({
        code: 1,
        out: [expect.stringMatching(/schema\/type$/), expect.stringMatching(/1 envelope/)],
      });
    }
  });

  test('are checked, with the place of each fault', async () => {
    const text = 'id: ours\nkinds:\n  note:\n    schema: ./none.schema.yaml\n    tells: {}\n';
    const { code, out } = await check({ 'ours.agent-protocol.yaml': text }, '.');
    expect([code, out[0]]).toEqual([
      1,
      expect.stringMatching(/^ours\.agent-protocol\.yaml:4:13 error .*none\.schema\.yaml/),
    ]);
  });

  test('refer to schemas in YAML, which refer to others', async () => {
    const files = {
      'ours.agent-protocol.yaml':
        'id: ours\nkinds:\n  verdict:\n    side: answer\n    schema: ./schemas/verdict.schema.yaml\n    tells: { id: /review_id }\n',
      'schemas/verdict.schema.yaml':
        'type: object\nrequired: [review_id, verdict, by]\nproperties:\n  review_id: { type: string }\n  by: { type: string }\n  verdict: { $ref: "./words.yaml#/$defs/word" }\n',
      'schemas/words.yaml': '# Words.\n$defs:\n  word:\n    enum: [approved, rejected]\n',
      'data/v.yaml': 'review_id: r\nverdict: aproved\nby: me\n',
    };
    const { out } = await check(files, 'data');
    expect(out).toEqual([
      expect.stringMatching(/^data\/v\.yaml:2:10 error "verdict" is "aproved"; did you mean "approved"/),
      expect.stringMatching(/1 envelope/),
    ]);
  });
});
