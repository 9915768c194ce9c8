import { describe, expect, onTestFinished, test } from 'vitest';
import type { PublishDiagnosticsParams } from 'vscode-languageserver';
import type { CodeLens, Location, WorkspaceEdit } from 'vscode-languageserver-types';
import { applyEdits } from '../kit/applyEdits';
import { message } from '../kit/runsClient';
import { serverInTurns } from '../kit/serverInTurns';
import { temporaryFolder } from '../kit/temporaryFolder';
import { URI_SPELLINGS } from '../kit/uriSpellings';

const LOG = `log (1)'!.jsonl`;
const OTHER = 'zoë: 100% [2]#, {3}.jsonl';
const CLOSED = 'sub (x)@y/closed+$&=.json';

const turn = serverInTurns();

describe.each(Object.entries(URI_SPELLINGS))('%s', (_, spelled) => {
  async function started() {
    const files: Record<string, string> = {
      [LOG]: `${message(1, { run: 'wf_x', confidence: 1.4 })}\n${message(2, { run: 'wf_x' })}\n`,
      [OTHER]: `${message(3, { run: 'wf_x' })}\n`,
      [CLOSED]: message(4, { run: 'wf_x', confidence: 1.5 }),
    };
    const folder = temporaryFolder(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`a (b)+c@d/${name}`, text])),
    );
    const root = spelled(folder.pathOf('a (b)+c@d'));
    const uriOf = (name: string) => spelled(folder.pathOf(`a (b)+c@d/${name}`));
    /** The file that an answer means: of one that was never open only the folder's spelling is known. */
    const nameOf = (uri: string) =>
      [LOG, OTHER].find(name => uriOf(name) === uri) ?? decodeURIComponent(uri.replace(`${root}/`, ''));
    onTestFinished(folder.dispose);
    const server = await turn({ folders: [root] });
    const open = (name: string) => server.open(uriOf(name), files[name] ?? '');
    await open(LOG);
    await open(OTHER);
    const outline = await server.until(server.outline, ([first = '']) => first.split(',').length >= 4);
    return { server, folder, files, uriOf, nameOf, outline, textDocument: { uri: uriOf(LOG) } };
  }
  const onWorkflow = { line: 0, character: message(1, { run: 'wf_x', confidence: 1.4 }).indexOf('wf_x') + 1 };

  test('an open file is the one on disk: its steps count once', async () => {
    const { server, outline, textDocument } = await started();
    expect(outline).toEqual(['wf_x: msg_1, msg_2, msg_3, msg_4']);
    const lenses = await server.ask<CodeLens[]>('textDocument/codeLens', { textDocument });
    expect(lenses[0]?.command?.title).toMatch(/^step 1 of 4 in wf_x/);
  });

  test('problems are told once, under the URI that the client knows the file by', async () => {
    const { server, uriOf, nameOf } = await started();
    // As a client has them that compares URIs letter by letter.
    const problems = new Map<string, number>();
    const until = async (...wanted: string[]) => {
      while (listed().join() !== wanted.join()) {
        const { uri, diagnostics } = await server.told<PublishDiagnosticsParams>('textDocument/publishDiagnostics');
        if (diagnostics.length > 0) problems.set(uri, diagnostics.length);
        else problems.delete(uri);
      }
    };
    const listed = () => [...problems].map(([uri, count]) => `${nameOf(uri)}: ${count}`).sort();
    await until(`${LOG}: 1`, `${CLOSED}: 1`);
    await server.open(uriOf(CLOSED), message(4, { run: 'wf_x', confidence: 1.6 }));
    await server.told<PublishDiagnosticsParams>('textDocument/publishDiagnostics', ({ uri }) => uri === uriOf(CLOSED));
    await server.change(uriOf(CLOSED), { text: message(4, { run: 'wf_x' }) });
    await until(`${LOG}: 1`);
    await server.change(uriOf(LOG), { text: message(1, { run: 'wf_x' }) });
    await until();
    expect(listed()).toEqual([]);
  });

  test('references and a rename name each place once, and edit the open document', async () => {
    const { server, files, nameOf, textDocument } = await started();
    const places = await server.ask<Location[]>('textDocument/references', {
      textDocument,
      position: onWorkflow,
      context: { includeDeclaration: true },
    });
    expect(places.map(({ uri, range }) => `${nameOf(uri)}:${range.start.line}`)).toEqual([
      `${LOG}:0`,
      `${LOG}:1`,
      `${OTHER}:0`,
      `${CLOSED}:0`,
    ]);
    const edit = await server.ask<WorkspaceEdit>('textDocument/rename', {
      textDocument,
      position: onWorkflow,
      newName: 'wf_a_longer_name',
    });
    const results = Object.entries(edit.changes ?? {}).map(([uri, edits]) => {
      const name = nameOf(uri);
      return [name, applyEdits(files[name] ?? '', edits)];
    });
    expect(Object.fromEntries(results)).toEqual(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [name, text.replaceAll('wf_x', 'wf_a_longer_name')]),
      ),
    );
  });

  test('a change on disk, and a file that is closed, are those of the same file', async () => {
    const { server, folder, uriOf } = await started();
    folder.write(`a (b)+c@d/${CLOSED}`, message(9, { run: 'wf_x' }));
    await server.touched(uriOf(CLOSED));
    await server.until(server.outline, ([first]) => first === 'wf_x: msg_1, msg_2, msg_3, msg_9');
    await server.change(uriOf(LOG), { text: message(5, { run: 'wf_x' }) });
    await server.until(server.outline, ([first]) => first === 'wf_x: msg_3, msg_5, msg_9');
    await server.close(uriOf(LOG));
    await server.until(server.outline, ([first]) => first === 'wf_x: msg_1, msg_2, msg_3, msg_9');
  });
});

describe.each([
  ['drive letters', 'file:///C:/a (b)/log.jsonl', 'file:///c%3A/a%20%28b%29/log.jsonl'],
  ['drive letters, the other way round', 'file:///c%3A/a%20%28b%29/log.jsonl', 'file:///C:/a%20(b)/log.jsonl'],
  ['network shares', 'file://Server/share/a@b/log.jsonl', 'file://server/share/a%40b/log.jsonl'],
  ['documents that are no files', 'git:/work/log.jsonl?{"ref":"~"}', 'git:/work/log.jsonl?%7B%22ref%22%3A%22~%22%7D'],
])('%s are spelled as the client does, and are one however it does', (_, opened, asked) => {
  test('in an answer', async () => {
    const server = await turn();
    const text = message(1, { run: 'wf_x' });
    await server.open(opened, text, 'jsonl');
    const edit = await server.ask<WorkspaceEdit>('textDocument/rename', {
      textDocument: { uri: asked },
      position: { line: 0, character: text.indexOf('wf_x') + 1 },
      newName: 'wf_y',
    });
    expect(Object.keys(edit.changes ?? {})).toEqual([opened]);
  });
});

test('a folder may end with a slash', async () => {
  const folder = temporaryFolder({ 'a.json': message(1) });
  onTestFinished(folder.dispose);
  const server = await turn({ folders: [`${folder.uri}/`] });
  await server.until(server.outline, lines => lines.join() === 'wf_1: msg_1');
});
