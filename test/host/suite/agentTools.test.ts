import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** What is newer in VS Code than our types of it. */
interface NewerLm {
  tools: readonly { name: string; description: string; inputSchema: object }[];
  invokeTool(
    name: string,
    options: { input: object; toolInvocationToken: undefined },
  ): Promise<{ content: readonly { value: string }[] }>;
}
const lm = vscode.lm as unknown as NewerLm;

suite('the tools for agents', () => {
  suiteSetup(() => vscode.extensions.getExtension('agent-envelopes.agent-envelopes')?.activate());

  test('are listed, each with a description and a schema', () => {
    const ours = lm.tools.filter(({ name }) => name.startsWith('agentEnvelopes_'));
    assert.deepEqual(ours.map(({ name }) => name.replace('agentEnvelopes_', '')).sort(), [
      'check',
      'compare',
      'complete',
      'explain',
      'generate',
      'runs',
      'search',
      'state',
      'step',
    ]);
    for (const { description, inputSchema } of ours) assert.ok(description.length > 80 && 'properties' in inputSchema);
  });

  test('answer from the runs of the workspace, and compare two of them', async () => {
    const { data, text } = await invoke('runs', { filter: 'status:failed' });
    assert.match(text, /^4 runs\.\n/);
    assert.ok(
      data.runs.some(
        ({ run, status }: { run: string; status: string }) => run === 'digest-0622' && status === 'failed',
      ),
    );
    const step = await invoke('step', { run: 'digest-0622', step: 7 });
    assert.match(step.text, /the template digest\.html has no block for totals/);
    assert.match((await invoke('search', { words: '"single sign-on"' })).text, /messages\/wf_team_invites\.jsonl:4:/);
    assert.match(
      (await invoke('compare', { run: 'digest-0615', with: 'digest-0622' })).text,
      /Duration: 41 s \/ 1\.9 s/,
    );
  });

  test('generate the contract of a kind, also of one that the workspace declares', async () => {
    const kinds = ['agent-message/message', 'review-queue/verdict'];
    const { text, data } = await invoke('generate', { target: 'typescript', kinds });
    assert.match(text, /^typescript for 2 kinds: /);
    assert.match(data.text, /^export type AgentMessage = /m);
  });

  test('see a file as it is in the editor', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder, 'messages/broken.json');
    assert.match((await invoke('check', { path: 'messages/broken.json' })).text, /"confidence" is 1\.4/);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const at = document.getText().indexOf('1.4');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(document.positionAt(at), document.positionAt(at + 3)), '0.9');
    await vscode.workspace.applyEdit(edit);
    const { text } = await invoke('check', { path: 'messages/broken.json' });
    assert.doesNotMatch(text, /"confidence" is/);
    assert.match(text, /"priority" is 5/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('say what is wrong with a call', async () => {
    await assert.rejects(invoke('step', { run: 'no such run', step: 0 }), /There is no run "no such run"/);
    await assert.rejects(invoke('check', { path: '/etc/passwd' }), /is outside of the folders/);
  });
});

async function invoke(tool: string, input: object) {
  const { content } = await lm.invokeTool(`agentEnvelopes_${tool}`, { input, toolInvocationToken: undefined });
  const [text, data] = content.map(({ value }) => value);
  assert.ok(text !== undefined && data !== undefined);
  assert.ok(text.length + data.length < 26_000);
  return { text, data: JSON.parse(data) };
}
