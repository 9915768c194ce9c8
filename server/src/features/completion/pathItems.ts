import type { Command, CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import { basesOf, joinPath } from '../../analysis/paths';
import type { EntryType, Workspace } from '../../model/disk';
import type { Part } from '../../model/part';
import type { Slot } from '../../model/slot';
import { escapeSnippet } from '../../slots/schemaSnippet';
import { hasLoneSurrogate } from '../../text/hasLoneSurrogate';
import { memberInsertion } from './insertion';

const FILE: CompletionItemKind = 17;
const FOLDER: CompletionItemKind = 19;
const AGAIN: Command = { title: 'Go on', command: 'editor.action.triggerSuggest' };

/** Completes a path with files and folders, in all folders that it may be relative to. */
export function pathItems(slot: Slot, part: Part, uri: string, workspace: Workspace): CompletionItem[] {
  const typed = part.text.slice(slot.at.start, slot.at.end).replace(/^"|"$/g, '');
  const steps = typed.split('/').slice(0, -1);
  if (steps.some(step => step === '..' || step === '') || /[\\:]/.test(typed) || hasLoneSurrogate(typed)) return [];
  const found = new Map<string, { type: EntryType; base: number }>();
  basesOf(uri, workspace.folders).forEach((folder, base) => {
    for (const [name, type] of workspace.disk.list(joinPath(folder, steps)) ?? []) {
      if (name !== '.git' && name !== 'node_modules' && !found.has(name)) found.set(name, { type, base });
    }
  });
  return [...found].map(([name, { type, base }]) => pathItem([...steps, name].join('/'), type, { slot, part, base }));
}

interface PathItemContext {
  slot: Slot;
  part: Part;
  /** The index of the base folder that it was found in; 0 is the workspace folder. */
  base: number;
}

function pathItem(path: string, type: EntryType, { slot, part, base }: PathItemContext): CompletionItem {
  const folder = type === 'folder';
  const text = JSON.stringify(folder ? `${path}/` : path);
  // After a folder's name the cursor stays before the closing quote, to continue from there.
  const snippet = folder ? `${escapeSnippet(text.slice(0, -1))}$0"` : escapeSnippet(text);
  return {
    label: path.slice(path.lastIndexOf('/') + 1) + (folder ? '/' : ''),
    kind: folder ? FOLDER : FILE,
    detail: path,
    sortText: `${base}${folder ? 1 : 0}${path}`,
    filterText: text,
    ...memberInsertion(part, slot.at, snippet),
    ...(folder && { command: AGAIN }),
  };
}
