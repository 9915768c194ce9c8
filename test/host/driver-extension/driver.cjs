// The tests press a key. Files beside the workspace say that a window is ready or reset, and which file is to be opened.
const { readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { commands, Uri, window, workspace } = require('vscode');

exports.activate = context => {
  context.subscriptions.push(
    commands.registerCommand('agentEnvelopesTest.reset', reset),
    commands.registerCommand('agentEnvelopesTest.openFile', openFile),
  );
  if (workspace.workspaceFolders) writeFileSync(fileBeside('ready'), '');
};

async function openFile() {
  const named = fileBeside('open');
  const file = readFileSync(named, 'utf8');
  rmSync(named);
  await commands.executeCommand('vscode.openWith', Uri.file(file), 'default', { preview: false });
}

/** Closes all editors without saving, and what else a test may have opened; then says so in a file beside the workspace. */
async function reset() {
  await closeEditors();
  for (const command of COMMANDS) await run(command);
  const settings = workspace.getConfiguration('workbench');
  if (settings.get('colorTheme') !== THEME) await settings.update('colorTheme', THEME, true);
  writeFileSync(fileBeside('reset'), '');
}

function fileBeside(name) {
  return path.join(workspace.workspaceFolders[0].uri.fsPath, '..', name);
}

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

const THEME = 'Default Dark Modern';

const COMMANDS = [
  'agentEnvelopes.runs.clearFilter',
  'agentEnvelopes.runs.stopFollowingCursor',
  'workbench.actions.treeView.agentEnvelopes.runs.collapseAll',
  'workbench.actions.treeView.agentEnvelopes.state.collapseAll',
  'notifications.clearAll',
  'notifications.hideList',
  'workbench.action.closePanel',
  'workbench.view.explorer',
  'workbench.files.action.collapseExplorerFolders',
];
