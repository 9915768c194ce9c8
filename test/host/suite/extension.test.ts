import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

const extensionId = 'agent-envelopes.agent-envelopes';

suite('the installed extension', () => {
  suiteSetup(async () => {
    await extension().activate();
  });

  test('is there, and is the installed package', () => {
    assert.equal(extension().isActive, true);
    assert.ok(!extension().extensionPath.includes('empty-extension'));
  });

  test('has a command behind each entry of its manifest', async () => {
    const declared: { command: string }[] = extension().packageJSON.contributes.commands;
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = declared.map(({ command }) => command).filter(command => !registered.has(command));
    assert.deepEqual(missing, []);
  });

  test('reports a broken message, and nothing once it is repaired', async () => {
    const document = await openNew('broken-message.json', message({ confidence: 1.4 }));
    const [problem] = await problemsOf(document, problems => problems.length > 0);
    assert.ok(problem);
    assert.match(document.getText(problem.range), /confidence|1\.4/);

    const wrong = document.getText().indexOf('1.4');
    const edit = new vscode.WorkspaceEdit();
    const range = new vscode.Range(document.positionAt(wrong), document.positionAt(wrong + 3));
    edit.replace(document.uri, range, '0.95');
    await vscode.workspace.applyEdit(edit);
    await problemsOf(document, problems => !problems.some(isError));
  });
});

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(extensionId);
  assert.ok(found, `${extensionId} is not installed`);
  return found;
}

function isError(problem: vscode.Diagnostic): boolean {
  return problem.severity === vscode.DiagnosticSeverity.Error;
}

function message({ confidence }: { confidence: number }): string {
  const value = {
    id: 'msg_001',
    timestamp: '2026-01-02T03:04:05Z',
    from: 'vision',
    to: 'conductor',
    intent: 'idea',
    context: { project: 'sample', domain: 'feature', priority: 1, workflowId: 'wf_1' },
    payload: { input: 'an idea', output: 'a plan', confidence, needsReview: false, reasoning: 'it was asked for' },
  };
  return JSON.stringify(value, null, 2);
}

/** Writes a file into the workspace, which is a copy made for this run, and opens it. */
async function openNew(name: string, text: string): Promise<vscode.TextDocument> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
  const uri = vscode.Uri.joinPath(folder.uri, name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

/** Our problems in a document, as soon as they are as wanted; fails with the last ones after a while. */
function problemsOf(
  document: vscode.TextDocument,
  wanted: (problems: vscode.Diagnostic[]) => boolean,
): Promise<vscode.Diagnostic[]> {
  const ours = () => vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'agent-envelopes');
  return new Promise((resolve, reject) => {
    const listener = vscode.languages.onDidChangeDiagnostics(look);
    const tooLong = setTimeout(() => {
      listener.dispose();
      reject(new Error(`still these problems: ${JSON.stringify(ours().map(({ message }) => message))}`));
    }, 15_000);
    look();

    function look(): void {
      const problems = ours();
      if (!wanted(problems)) return;
      clearTimeout(tooLong);
      listener.dispose();
      resolve(problems);
    }
  });
}
