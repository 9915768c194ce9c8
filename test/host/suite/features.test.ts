import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

const registry = 'specs/005-team-invites/.workflow/index.md';

suite('what the editor can ask', () => {
  suiteSetup(async () => {
    await vscode.extensions.getExtension('agent-envelopes.agent-envelopes')?.activate();
  });

  test('completes, explains and outlines a log', async () => {
    const document = await opened('messages/wf_team_invites.jsonl');
    const at = placeOf(document, '"intent": "', 11);
    const items = await eventually(
      () => ask<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, at),
      list => list.items.some(({ label }) => nameOf(label) === 'exploration'),
    );
    assert.ok(items.items.length > 5);
    const hovers = await ask<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, at);
    assert.match(textOf(hovers), /agent-message\/message/);
    const symbols = await ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri);
    assert.equal(symbols.length, 15);
  });

  test('formats the lines of a log, and nothing but their blanks', async () => {
    const document = await written('format.jsonl', '{"from":"build","to":"review","payload":{"confidence":0.90}}\n');
    const options = { tabSize: 2, insertSpaces: true };
    const edits = await eventually(
      () => ask<vscode.TextEdit[] | undefined>('vscode.executeFormatDocumentProvider', document.uri, options),
      found => (found?.length ?? 0) > 0,
    );
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits ?? []);
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.lineAt(0).text, '{"from": "build", "to": "review", "payload": {"confidence": 0.90}}');
  });

  test('links the paths of an envelope to the files that are there', async () => {
    const document = await opened('specs/005-team-invites/.workflow/validate.input.json');
    const links = await eventually(
      () => ask<vscode.DocumentLink[]>('vscode.executeLinkProvider', document.uri),
      found => found.length === 3,
    );
    assert.ok(links.some(({ target }) => target?.path.endsWith('/specs/005-team-invites/spec.md')));
    assert.ok(links.every(({ target }) => target?.scheme === 'file'));
  });

  test('follows and renames an id through the files of its feature', async () => {
    const document = await opened(registry);
    const at = placeOf(document, '| G-002 |', 3);
    const references = await eventually(
      () => ask<vscode.Location[]>('vscode.executeReferenceProvider', document.uri, at),
      found => found.length > 3,
    );
    const files = new Set(references.map(({ uri }) => uri.path.split('/').at(-1)));
    assert.ok(files.has('index.md') && files.size > 1);
    const edit = await ask<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', document.uri, at, 'G-077');
    const changed = edit.entries().reduce((sum, [, edits]) => sum + edits.length, 0);
    assert.equal(changed, references.length);
  });

  test('opens no other run in place of a row that was just being drawn anew', async () => {
    const open = (...row: undefined[]) => vscode.commands.executeCommand('agentEnvelopes.openReplay', ...row);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await opened('messages/wf_team_invites.jsonl');
    // What VS Code passes for such a row.
    await open(undefined, undefined);
    await opened('messages/checkpoint.json');
    await open();
    await eventually(
      () => replays().some(({ isActive }) => isActive),
      isShown => isShown,
    );
    assert.equal(replays().length, 1);
  });

  test('says nothing of ordinary JSON', async () => {
    const document = await opened('data/orders.json');
    const items = await ask<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      new vscode.Position(1, 4),
    );
    const ours = items.items.filter(
      ({ label }) => nameOf(label).startsWith('envelope-') === false && nameOf(label) === '$schema',
    );
    assert.deepEqual(ours, []);
    const problems = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'agent-envelopes');
    assert.deepEqual(problems, []);
  });
});

function ask<T>(command: string, ...args: unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(command, ...args);
}

async function opened(path: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), path));
  await vscode.window.showTextDocument(document);
  return document;
}

async function written(name: string, text: string): Promise<vscode.TextDocument> {
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder(), name), new TextEncoder().encode(text));
  return opened(name);
}

function replays(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ label }) => label.startsWith('Replay')));
}

function folder(): vscode.Uri {
  const first = vscode.workspace.workspaceFolders?.[0];
  assert.ok(first, 'no folder is open');
  return first.uri;
}

function placeOf(document: vscode.TextDocument, text: string, offset: number): vscode.Position {
  const at = document.getText().indexOf(text);
  assert.ok(at >= 0, `there is no ${text}`);
  return document.positionAt(at + offset);
}

function nameOf(label: string | vscode.CompletionItemLabel): string {
  return typeof label === 'string' ? label : label.label;
}

function textOf(hovers: readonly vscode.Hover[]): string {
  return hovers.flatMap(({ contents }) => contents.map(one => (typeof one === 'string' ? one : one.value))).join('\n');
}

/** Asks again until the answer is as wanted: a file that was just opened may not have reached the server yet. */
async function eventually<T>(read: () => Thenable<T> | T, wanted: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const answer = await read();
    if (wanted(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`still: ${JSON.stringify(answer)?.slice(0, 500)}`);
    await new Promise(resolve => setTimeout(resolve, 20)); // between two looks only
  }
}
