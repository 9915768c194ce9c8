// The tests put a request into a file beside the workspace; the answer is another one. No key: it would go to whatever has the focus.
const { readFileSync, renameSync, rmSync, watch, writeFileSync } = require('node:fs');
const path = require('node:path');
const { commands, ConfigurationTarget, Uri, window, workspace } = require('vscode');

const REQUEST = 'driver-request.json';
const ANSWER = 'driver-answer.json';

exports.activate = context => {
  const [first] = workspace.workspaceFolders ?? [];
  if (!first) return;
  const folder = path.join(first.uri.fsPath, '..');
  const watcher = watch(folder, (_event, name) => {
    if (name === REQUEST) void answer(folder);
  });
  context.subscriptions.push({ dispose: () => watcher.close() });
  write(folder, { ready: true });
};

async function answer(folder) {
  const request = take(path.join(folder, REQUEST));
  if (!request) return; // its removal is an event, too
  try {
    await actions[request.action](request);
    write(folder, {});
  } catch (error) {
    write(folder, { error: String(error?.stack ?? error) });
  }
}

function take(file) {
  try {
    const request = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(file);
    return request;
  } catch {
    return undefined;
  }
}

/** In one step: who waits for the file never reads half of it. */
function write(folder, answer) {
  const file = path.join(folder, ANSWER);
  writeFileSync(`${file}.new`, JSON.stringify(answer));
  renameSync(`${file}.new`, file);
}

const actions = {
  async openFile({ file }) {
    await commands.executeCommand('vscode.openWith', Uri.file(file), 'default', { preview: false });
  },
  async arrange({ command }) {
    await commands.executeCommand(command);
  },
  /** Closes all editors without saving, and what else a test may have opened. */
  async reset() {
    await closeEditors();
    for (const command of COMMANDS) await run(command);
  },
  /** Changes the user's settings; null takes one back. */
  async configure({ settings }) {
    for (const [name, value] of Object.entries(settings))
      await workspace.getConfiguration().update(name, value ?? undefined, ConfigurationTarget.Global);
  },
};

async function closeEditors() {
  const dirty = () => workspace.textDocuments.filter(({ isDirty, isClosed }) => isDirty && !isClosed);
  for (const document of dirty()) {
    await window.showTextDocument(document);
    await run('workbench.action.revertAndCloseActiveEditor');
  }
  await run('workbench.action.closeAllEditors');
  await run('workbench.action.closeAllGroups');
}

// Those of a view that was never open fail.
async function run(command) {
  await commands.executeCommand(command).then(
    () => {},
    () => {},
  );
}

const COMMANDS = [
  // Hidden trees are not collapsed.
  'agentEnvelopes.runs.focus',
  'agentEnvelopes.runs.clearFilter',
  'agentEnvelopes.runs.stopFollowingCursor',
  'workbench.actions.treeView.agentEnvelopes.runs.collapseAll',
  // What is in view begins with the first run.
  'list.focusFirst',
  'workbench.actions.treeView.agentEnvelopes.state.collapseAll',
  'notifications.clearAll',
  'notifications.hideList',
  'workbench.action.closePanel',
  'workbench.view.explorer',
  'workbench.files.action.collapseExplorerFolders',
];
