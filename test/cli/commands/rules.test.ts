import { describe, expect, test } from 'vitest';
import { explainCommand } from '../../../server/src/cli/commands/explain';
import { rulesCommand } from '../../../server/src/cli/commands/rules';
import { type DescribedRule, fileRules } from '../../../server/src/features/rulePages';
import { temporaryFolder } from '../../kit/temporaryFolder';
import { folder, run } from '../run';

const docs = 'A word is bad; say it **better**.\n\n**Good:**\n\n```json\n{ "a": 1 }\n```\n\nSource: `words`.';
const rules: DescribedRule[] = [
  { id: 'words/bad', severity: 'error', docs, fix: 'writes `good`', scope: 'envelope' },
  { id: 'words/not-so-good', severity: 'warning', docs: 'It is odd.', scope: 'document' },
  { id: 'syntax', severity: 'info', docs: 'Hm.', scope: 'run' },
  { id: 'more/bad', severity: 'info', docs: 'Hm.', scope: 'run' },
];
const ask = (argv: string[], around: object = {}, known = rules) =>
  run(argv, { commands: [rulesCommand(() => known), explainCommand(() => known)], ...around });

describe('rules', () => {
  test('by family', async () => {
    const { out, code } = await ask(['rules']);
    expect(code).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "words
        words/bad          error    fix  A word is bad.
        words/not-so-good  warning       It is odd.

      syntax
        syntax             info          Hm.

      more
        more/bad           info          Hm.

      4 rules, 1 with a fix
      "
    `);
  });

  test('on a terminal, in colour and cut to its width', async () => {
    const { out } = await ask(['rules'], { tty: true });
    expect(out).toContain('\u001b[31merror  \u001b[39m');
    const long = rules.map(rule => ({ ...rule, docs: `A${' long'.repeat(50)} text.` }));
    const { out: cut } = await ask(['rules'], { tty: true, env: { NO_COLOR: '1' } }, long);
    for (const line of cut.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
    expect(cut).toContain('…');
  });

  test('as data', async () => {
    const { out, code } = await ask(['rules', '--format', 'json'], { tty: true });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      rules: rules.map(({ id, severity, docs, fix }) => ({ id, severity, docs, fixable: fix !== undefined })),
    });
  });

  test.each([
    [['rules', 'bad'], 'agent-envelopes explain bad'],
    [['rules', '--format', 'sarif'], 'pretty, json'],
  ])('%j is wrong usage', async (argv, says) => {
    expect(await ask(argv)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) });
  });
});

describe('explain', () => {
  test('knows the rules of a protocol that the folder declares, without a settings file', async () => {
    const schema = {
      type: 'object',
      required: ['ping_id', 'sender_name'],
      properties: { ping_id: {}, sender_name: {} },
    };
    const rules = { empty: { when: { at: '/ping_id', blank: true }, message: 'An empty id.' } };
    const cwd = folder({ 'p.agent-protocol.json': JSON.stringify({ id: 'p', kinds: { ping: { schema } }, rules }) });
    expect(await ask(['explain', 'p/empty'], { cwd })).toMatchObject({
      code: 0,
      out: expect.stringContaining('An empty id'),
    });
  });

  test('is Markdown where it goes to a file', async () => {
    expect(await ask(['explain', 'words/bad'])).toEqual({
      code: 0,
      err: '',
      out: `# words/bad\n\nSeverity: error. Checks: an envelope. Quick fix: writes \`good\`.\n\n${docs}\n`,
    });
  });

  test('is painted on a terminal', async () => {
    const { out } = await ask(['explain', 'words/bad'], { tty: true });
    expect(JSON.stringify(out)).toMatchInlineSnapshot(
      `""\\u001b[1mwords/bad\\u001b[22m\\n\\nSeverity: error. Checks: an envelope. Quick fix: writes \\u001b[36mgood\\u001b[39m.\\n\\nA word is bad; say it \\u001b[1mbetter\\u001b[22m.\\n\\n\\u001b[1mGood:\\u001b[22m\\n\\n\\u001b[36m  { \\"a\\": 1 }\\u001b[39m\\n\\nSource: \\u001b[36mwords\\u001b[39m.\\n""`,
    );
  });

  test.each([
    [['explain', 'words/bda'], 'unknown rule "words/bda"; did you mean "words/bad"?'],
    [['explain', 'bad'], 'unknown rule "bad"; did you mean "words/bad" or "more/bad"?'],
    [['explain', 'other/not-so-good'], 'did you mean "words/not-so-good"?'],
    [['explain', '__proto__'], 'unknown rule "__proto__".'],
    [['explain', 'a\u001b[2J'], '\\u001b'],
    [['explain'], 'no rule was given; "agent-envelopes rules" lists them.'],
    [['explain', 'words/bad', 'syntax'], 'leave out "syntax"'],
  ])('%j is wrong usage', async (argv, says) => {
    expect(await ask(argv)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) });
  });

  test('knows the rules of the protocols that the folder declares', async () => {
    const { path: folder } = temporaryFolder({ '.agent-envelopes.json': '{ "protocols": ["!a2a"] }' });
    expect(await ask(['explain', 'ag-ui/order'], { cwd: folder })).toEqual({
      code: 0,
      err: '',
      out: '# ag-ui/order\n\nSeverity: error. Checks: the envelopes of a run. No quick fix.\n\nEnvelopes of this protocol come in the order that it declares\\.\n\nDeclared by the protocol AG\\-UI.\n',
    });
    const { err } = await ask(['explain', 'a2a/order'], { cwd: folder });
    expect(err).toContain('unknown rule "a2a/order"');
  });

  test.each(fileRules())('$id, on a terminal without a mark of Markdown that is left over', async ({ id }) => {
    const { out, code } = await ask(['explain', id], { tty: true }, [...fileRules()]);
    expect(code).toBe(0);
    expect(out).not.toMatch(/\*\*(Good|Bad)|```|^# /m);
  });
});
