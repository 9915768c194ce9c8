import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

const good =
  '{"call_id": "t_0123456789", "agent": "calendar", "tool": "b", "args": {}, "ts": "2026-06-01T10:00:00Z", "confirm_required": false}';
const bad = good.replace('false', '"no"');

suite('problems of files that are not open', () => {
  suiteSetup(async () => {
    await vscode.extensions.getExtension('agent-envelopes.agent-envelopes')?.activate();
    // The sample has files with problems. Once they are told, what changes on disk is told, too.
    await settled(anyProblem, any => any);
  });

  test('are shown, and go away when they are mended on disk', async () => {
    const uri = await written('closed/mended.json', bad);
    await eventually(uri, problems => problems.length > 0);
    assert.ok(!vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString()));
    await written('closed/mended.json', good);
    await eventually(uri, problems => problems.length === 0);
    await written('closed/mended.json', bad);
    await eventually(uri, problems => problems.length > 0);
    await vscode.workspace.fs.delete(uri);
    await eventually(uri, problems => problems.length === 0);
  });

  test('are not shown twice when a file is opened, and are there again when what was typed is thrown away', async () => {
    const uri = await written('closed/opened.jsonl', `${bad}\n`);
    const { length } = await eventually(uri, problems => problems.length > 0);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, 1, 0), `${good}\n`);
    await vscode.workspace.applyEdit(edit);
    await eventually(uri, problems => problems.length === 0);
    await vscode.commands.executeCommand('undo');
    await eventually(uri, problems => problems.length > 0);
    assert.equal(problemsOf(uri).length, length);
    await vscode.commands.executeCommand('redo');
    await eventually(uri, problems => problems.length === 0);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await eventually(uri, problems => problems.length === length);
  });

  test('are not shown where they are switched off', async () => {
    const uri = await written('closed/switched.json', bad);
    await eventually(uri, problems => problems.length > 0);
    const settings = vscode.workspace.getConfiguration('agentEnvelopes');
    try {
      await settings.update('checkClosedFiles', false, vscode.ConfigurationTarget.Workspace);
      await eventually(uri, problems => problems.length === 0);
    } finally {
      await settings.update('checkClosedFiles', undefined, vscode.ConfigurationTarget.Workspace);
    }
    await eventually(uri, problems => problems.length > 0);
  });
});

async function written(path: string, text: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder, 'no folder is open');
  const uri = vscode.Uri.joinPath(folder, path);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

/** The problem that `bad` has and `good` has not; what else is said of them depends on what lies beside them. */
function problemsOf(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(
      ({ source, code }) => source === 'agent-envelopes' && typeof code === 'object' && code.value === 'schema/type',
    );
}

function anyProblem(): boolean {
  return vscode.languages
    .getDiagnostics()
    .some(([, problems]) => problems.some(({ source }) => source === 'agent-envelopes'));
}

function eventually(uri: vscode.Uri, wanted: (problems: vscode.Diagnostic[]) => boolean): Promise<vscode.Diagnostic[]> {
  return settled(() => problemsOf(uri), wanted);
}

/** Waits until what is shown is as wanted. */
function settled<T>(read: () => T, wanted: (shown: T) => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => end(new Error(`still: ${JSON.stringify(read())}`)), 15_000);
    const listener = vscode.languages.onDidChangeDiagnostics(() => look());
    const end = (error?: Error) => {
      clearTimeout(late);
      listener.dispose();
      if (error) reject(error);
      else resolve(read());
    };
    const look = () => {
      if (wanted(read())) end();
    };
    look();
  });
}
