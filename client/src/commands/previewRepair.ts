import {
  commands,
  Disposable,
  l10n,
  languages,
  Range,
  TabInputTextDiff,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { checkWritable } from '../editors/writeFile';
import type { RegisterCommand } from '../messages/failureReporter';
import { changedText } from '../messages/failureText';
import type { Repair } from './withRepairPreviews';

const SCHEME = 'agent-envelopes-repair';

/** The repairs of faulty JSON that are shown as diffs. The key is the URI of the virtual document on the right side, which has the repaired text. */
const shown = new Map<string, Repair>();

// VS Code may keep a closed document for a while: each preview has an address of its own.
let previews = 0;

/** Shows a faulty JSON document and its repaired text as a diff. A button applies the repair; closing the editor discards it. */
export async function previewRepair(repair: Repair): Promise<void> {
  const document = await unchangedDocument(repair);
  const uri = document.uri.with({ scheme: SCHEME, query: String(++previews) });
  shown.set(uri.toString(), repair);
  await languages.setTextDocumentLanguage(await workspace.openTextDocument(uri), document.languageId);
  const name = document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1);
  await commands.executeCommand('vscode.diff', document.uri, uri, l10n.t('{0} (now ↔ repaired: ✓ applies it)', name));
}

/** Registers the virtual documents that show a repaired text in a diff, and the commands that apply or discard the repair. */
export function registerRepairs(register: RegisterCommand): Disposable {
  return Disposable.from(
    register('previewRepair', previewRepair),
    register('applyRepair', applyRepair),
    workspace.registerTextDocumentContentProvider(SCHEME, {
      async provideTextDocumentContent(uri) {
        const repair = shown.get(uri.toString());
        if (!repair) return l10n.t('This repair is no longer kept. Run Repair JSON again.');
        return repairedText((await workspace.openTextDocument(Uri.parse(repair.uri))).getText(), repair.changes);
      },
    }),
    window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const { input } of closed) if (input instanceof TabInputTextDiff) shown.delete(input.modified.toString());
    }),
  );
}

async function applyRepair(): Promise<void> {
  const tab = window.tabGroups.activeTabGroup.activeTab;
  const repair = tab?.input instanceof TabInputTextDiff && shown.get(tab.input.modified.toString());
  if (!(tab && repair)) return;
  const document = await unchangedDocument(repair);
  const edit = new WorkspaceEdit();
  for (const [start, end, text] of repair.changes)
    edit.replace(document.uri, new Range(document.positionAt(start), document.positionAt(end)), text);
  if (!(await workspace.applyEdit(edit))) return checkWritable(edit);
  await window.tabGroups.close(tab);
  await window.showTextDocument(document);
}

async function unchangedDocument({ uri, version }: Repair): Promise<TextDocument> {
  const document = await workspace.openTextDocument(Uri.parse(uri));
  if (document.version !== version) throw new Error(changedText(workspace.asRelativePath(document.uri)));
  return document;
}

function repairedText(text: string, changes: Repair['changes']): string {
  const ends = changes.map(([, end]) => end);
  const pieces = changes.map(([start, , inserted], at) => text.slice(ends[at - 1] ?? 0, start) + inserted);
  return pieces.join('') + text.slice(ends.at(-1) ?? 0);
}
