import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportFileName, exportRun } from '../../../server/src/features/replay/exportRun';
import { type PortableRun, packRun } from '../../../server/src/features/replay/packRun';
import type { ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import { linkBundles } from '../../../server/src/shared/linkBundles';
import type { ExportFormat, Redaction } from '../../../server/src/shared/replay';
import { bundleFiles, bundles } from '../../../tools/build.mjs';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';
import { answerTo, asked, comparable } from './takenAlong';

const NONE: Redaction = { paths: false, emails: false, secrets: false, fields: [] };
const PAGE = {
  core: { text: 'core()', hash: 'sha256-core' },
  script: { text: 'script()', hash: 'sha256-script' },
  style: { text: 'a{}', hash: 'sha256-style' },
  notices: 'Whose code this is --> and <b>more',
};

function exported(replay: ReplayedRun, format: ExportFormat): { text: string; name: string } {
  return exportRun(replay, { format, redaction: NONE });
}

function message(number: number, more: object = {}): string {
  return JSON.stringify({
    id: `wf_1.${number}`,
    timestamp: `2026-06-01T10:00:0${number}Z`,
    from: 'plan',
    to: 'build',
    intent: 'idea',
    context: { project: 'boats', domain: 'feature', priority: 1, workflowId: 'wf_1' },
    payload: { input: 'Invites', output: `Output ${number}`, confidence: 0.55, needsReview: false, ...more },
  });
}

const log = `${message(1)}\n${message(2, { artifacts: [{ path: 'a.md', content: '# A' }] })}\n`;

describe('formats', () => {
  test('JSON is the run as other programs read it', () => {
    const { text, name } = exported(replayOf({ 'wf_1.jsonl': log }), 'json');
    const run = JSON.parse(text);
    expect(name).toBe('wf_1.run.json');
    expect(run).toMatchObject({ id: 'wf_1', files: ['wf_1.jsonl'], steps: [{ file: 'wf_1.jsonl' }, {}] });
  });

  test('Mermaid is a diagram', () => {
    const { text, name } = exported(replayOf({ 'wf_1.jsonl': log }), 'mermaid');
    expect(name).toBe('wf_1.mmd');
    expect(text).toMatch(/^sequenceDiagram\n {2}title /);
  });

  test('OTLP is read again as the same run', () => {
    const { text, name } = exported(replayOf({ 'wf_1.jsonl': log }), 'otlp');
    expect(name).toBe('wf_1.otlp.json');
    const again = replayOf({ [name]: text });
    expect(again.run.summary).toMatchObject({ id: 'wf_1', family: 'agent-message', steps: 2 });
    expect(text).toContain(JSON.stringify(message(1)));
  });

  test('lines hold a step each, its envelopes as they stand in their files', () => {
    const id = '340282366920938463463374607431768211455';
    const replay = replayOf(
      [
        fileRecordOf('x.jsonl', [
          { title: 'a', run: 'r' },
          { title: 'b', run: 'r' },
          { title: 'c', run: 'r' },
        ]),
      ],
      {
        reader: {
          text: ({ part }) =>
            part === 'line 1'
              ? { text: `{ "n": ${id},\n "u": "\\u00e9 b" }`, lang: 'json' }
              : part === 'line 2'
                ? { text: '{"torn', lang: 'json' }
                : { fault: 'gone' },
        },
      },
    );
    const { text, name } = exported(replay, 'jsonl');
    expect(name).toBe('r.steps.jsonl');
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(new RegExp(`,"envelopes":\\[\\{"n":${id},"u":"\\\\u00e9 b"\\}\\]\\}$`));
    expect(
      lines.map(line => JSON.parse(line)).map(({ index, title, envelopes }) => [index, title, envelopes.length]),
    ).toEqual([
      [0, 'a', 1],
      [1, 'b', 1],
      [2, 'c', 1],
    ]);
    expect(JSON.parse(lines[1] ?? '').envelopes).toEqual(['{"torn']);
    expect(JSON.parse(lines[2] ?? '').envelopes).toEqual([null]);
  });

  test('another format is refused', () => {
    expect(() => exported(replayOf({ 'wf_1.jsonl': log }), '__proto__' as ExportFormat)).toThrow('__proto__');
  });

  test.each([
    ['wf_1', 'wf_1'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a b:c?.jsonl', 'a-b-c-.jsonl'],
    ['con', 'f-run-con'],
    ['...', 'f-run'],
    ['x'.repeat(500), 'x'.repeat(80)],
  ])('%s is a name for a file', (id, stem) => {
    expect(exportFileName({ id, family: 'f' }, 'html')).toBe(`${stem}.replay.html`);
  });
});

describe('the page', () => {
  const evil = '</script><script>alert(1)</script><!-- \u2028 \u0085';

  function pageOf(replay: ReplayedRun): string {
    return exported({ ...replay, reader: { ...replay.reader, page: () => PAGE } }, 'html').text;
  }

  test('holds its scripts, its style and the run, and loads nothing', () => {
    const page = pageOf(replayOf({ 'wf_1.jsonl': log }));
    expect(page).toMatch(/^<!doctype html>\n/);
    expect(page).toContain(
      `content="default-src 'none'; script-src 'sha256-core' 'sha256-script'; style-src 'sha256-style'; `,
    );
    expect(page).toContain('<style>a{}</style>');
    expect(page.indexOf('id="run"')).toBeLessThan(page.indexOf('<script>core()</script>'));
    expect(page.indexOf('<script>core()</script>')).toBeLessThan(page.indexOf('<script>script()</script>'));
    expect(page).not.toMatch(/\b(?:src|href)=/);
    expect(page).not.toContain('file:///');
  });

  test('runs nothing that a run says', () => {
    const replay = replayOf({ 'wf_1.jsonl': message(1, { output: evil, reasoning: evil }) });
    const page = pageOf({ ...replay, run: { ...replay.run, summary: { ...replay.run.summary, title: evil } } });
    expect(page.match(/<\/?script/g)).toHaveLength(6);
    // The licences of the page's own packages, and no other comment.
    expect(page.match(/<!--/g)).toHaveLength(1);
    expect(page).not.toContain('\u2028');
    expect(page).not.toContain('\u0085');
    expect(page).toContain('<title>&#60;/script&#62;&#60;script&#62;alert(1)');
    expect(dataIn(page).envelopes[0]?.text).toContain('</script>');
  });

  test('can not be made where it was not built', () => {
    expect(() => exported(replayOf({ 'wf_1.jsonl': log }), 'html')).toThrow('page is not there');
  });
});

function dataIn(page: string): PortableRun {
  const [, json = ''] = /<script type="application\/json" id="run">(.*)<\/script>\n/.exec(page) ?? [];
  return JSON.parse(json);
}

describe('a run that is taken along', () => {
  test('has no more envelopes than there is room for', () => {
    const text = `"${'x'.repeat(250_000)}"`;
    const replay = replayOf(
      [
        fileRecordOf(
          'x.jsonl',
          Array.from({ length: 300 }, (_, i) => ({ title: `${i}`, run: 'r' })),
        ),
      ],
      { reader: { text: () => ({ text, lang: 'json' }) } },
    );
    const { envelopes } = packRun(replay);
    expect(envelopes.filter(({ fault }) => fault !== undefined)).toHaveLength(300 - Math.floor(2 ** 26 / text.length));
  });

  test('tells nothing of where its files lie', () => {
    const replay = replayOf({ 'wf_1.jsonl': log });
    expect(JSON.stringify(packRun(replay))).not.toContain('/work/');
  });

  test.each([
    ['file:///home/ann/My%20runs/wf%201.jsonl', 'wf 1.jsonl'],
    ['../../ann/wf_1.jsonl', 'wf_1.jsonl'],
    ['/home/ann/wf_1.jsonl', 'wf_1.jsonl'],
    ['C:\\Users\\ann\\wf_1.jsonl', 'wf_1.jsonl'],
    ['…/wf_1.jsonl', '…/wf_1.jsonl'],
    ['logs/wf_1.jsonl', 'logs/wf_1.jsonl'],
  ])('calls %s %s', (path, name) => {
    const fault = `${path} no longer has this part.`;
    const replay = replayOf({ 'wf_1.jsonl': log }, { reader: { fileOf: () => path, text: () => ({ fault }) } });
    const { files, envelopes } = packRun(replay);
    expect(files).toEqual([name]);
    expect(envelopes[0]?.fault).toBe(`${name} no longer has this part.`);
  });
});

describe('the core in a page', () => {
  let core = '';

  beforeAll(async () => {
    const { files } = await bundleFiles(
      bundles.filter(({ isOfCli, group }) => isOfCli && group === 'core'),
      'production',
    );
    core = `${linkBundles(['offline.js'], name => files.get(name))}();`;
  });

  interface Carried {
    run: string;
    answer(question: string, params: object): unknown;
  }

  /** What the core leaves behind in a page with this data. */
  function carriedBy(data: string | undefined): Carried | undefined {
    const page: { agentEnvelopes?: Carried; document: object; performance: unknown } = {
      document: { getElementById: (id: string) => (id === 'run' && data !== undefined ? { textContent: data } : null) },
      performance,
    };
    runInContext(core, createContext(page));
    return page.agentEnvelopes;
  }

  test('is small, and knows no Node', () => {
    // A third of it reads Markdown and messages, a third the logs of others: a tenth is the engine of mappings, a twentieth are its mappings.
    expect(core.length).toBeLessThan(527_000);
    expect(core).not.toMatch(/\brequire\("[^.]|['"]node:/);
    // Older browsers refuse a whole script that has one of these.
    expect(core).not.toContain('(?<!');
    expect(core).not.toContain('(?<=');
  });

  test('answers as the server does', () => {
    const replay = replayOf({ 'wf_1.jsonl': log });
    const live: ReplayedRun = {
      ...replay,
      others: { revision: () => 0, summaries: () => [], run: () => undefined },
      reader: { ...replay.reader, fileAt: () => undefined },
    };
    const carried = carriedBy(JSON.stringify(packRun(live)));
    expect(carried?.run).toBe('agent-message wf_1');
    for (const [question, params] of asked(2)) {
      const answer = comparable(carried?.answer(question, params));
      expect([question, answer]).toEqual([question, answerTo(live, question, params)]);
    }
  });

  test('knows which contents are elided', () => {
    const artifacts = [
      { path: 'a.md', content: '# A\n\nA\n' },
      { path: 'b.ts', content: '// ... existing code ...\nrun();\n' },
    ];
    const replay = replayOf({ 'wf_1.jsonl': `${message(1, { artifacts })}\n` });
    const carried = carriedBy(JSON.stringify(packRun(replay)));
    const contentOf = (path: string) => carried?.answer('artifact', { step: 0, path });
    expect(contentOf('a.md')).toMatchObject({ text: '# A\n\nA\n' });
    expect(contentOf('b.ts')).toMatchObject({ fault: expect.stringContaining('do not contain its content') });
  });

  test('refuses what it has not', () => {
    const carried = carriedBy(JSON.stringify(packRun(replayOf({ 'wf_1.jsonl': log }))));
    expect(() => carried?.answer('__proto__', {})).toThrow('__proto__');
    expect(() => carried?.answer('step', { step: 9 })).toThrow('no step 9');
    expect(() => carried?.answer('export', {})).toThrow('exported again');
  });

  test('is silent in a page without a run', () => {
    expect(carriedBy(undefined)).toBeUndefined();
    expect(carriedBy('{"version": 2}')).toBeUndefined();
  });
});
