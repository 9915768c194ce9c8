import { type Disposable, type LogOutputChannel, l10n, Uri } from 'vscode';
import type { Server } from '../createServer';
import type { RegisterCommand } from '../messages/failureReporter';
import { addSection } from './addSection';
import { applyRefactoring } from './applyRefactoring';
import { inferProtocol } from './inferProtocol';
import { insertEnvelope } from './insertEnvelope';
import { newRegistry } from './newRegistry';
import { registerRepairs } from './previewRepair';
import { notAnEnvelope, recogniseAs } from './recogniseAs';
import { REPAIR_KIND } from './withRepairPreviews';

/** Registers the commands that the command palette shows. */
export function registerCommands(register: RegisterCommand, server: Server, log: LogOutputChannel): Disposable[] {
  return [
    register('insertEnvelope', () => insertEnvelope(server)),
    register('recogniseAs', (argument: unknown) => recogniseAs(server, uriArgument(argument))),
    register('notAnEnvelope', (argument: unknown) => notAnEnvelope(server, uriArgument(argument))),
    register('newRegistry', (argument: unknown) => newRegistry(server, uriArgument(argument))),
    register('addSection', () => addSection(server)),
    register('inferProtocol', (argument: unknown, all: unknown) => inferProtocol(server, uriArguments(argument, all))),
    register('convertEnvelope', () => applyRefactoring(server, CONVERT)),
    register('extractEnvelope', () => applyRefactoring(server, EXTRACT)),
    register('convertToJsonl', () => applyRefactoring(server, TO_LOG)),
    register('convertFromJsonl', () => applyRefactoring(server, TO_ARRAY)),
    register('appendToLog', () => applyRefactoring(server, APPEND)),
    register('repairJson', () => applyRefactoring(server, REPAIR)),
    registerRepairs(register),
    register('restartServer', () => server.restart()),
    register('showLog', () => log.show()),
  ];
}

/** Returns the file that a menu of the explorer or an editor passes; the palette and key bindings pass none. */
function uriArgument(argument: unknown): Uri | undefined {
  return argument instanceof Uri ? argument : undefined;
}

/** Returns the files and folders that are selected in the explorer. */
function uriArguments(argument: unknown, all: unknown): Uri[] {
  const selected = Array.isArray(all) ? all.flatMap(one => uriArgument(one) ?? []) : [];
  const own = uriArgument(argument);
  return selected.length > 0 ? selected : own ? [own] : [];
}

const CONVERT = {
  kind: 'refactor.rewrite.agentEnvelopes',
  question: l10n.t('Select what to convert it to'),
  always: true,
  none: l10n.t('Place the cursor in an envelope without syntax errors, of a kind that can be converted.'),
} as const;
const EXTRACT = {
  kind: 'refactor.extract.agentEnvelopes',
  question: l10n.t('Select what to copy to a new file'),
  none: l10n.t('Place the cursor in an envelope without syntax errors: in a block of Markdown, a log, or an array.'),
} as const;
const REPAIR = {
  kind: REPAIR_KIND,
  question: l10n.t('Select what to repair'),
  none: l10n.t('No repairable JSON at the cursor.'),
} as const;
const TO_LOG = {
  kind: 'refactor.rewrite.agentEnvelopes.log',
  question: l10n.t('Select what to convert it to'),
  none: l10n.t('Open a saved JSON file first: an array of envelopes without syntax errors.'),
} as const;
const TO_ARRAY = {
  ...TO_LOG,
  none: l10n.t('Open a saved log of envelopes first, without broken lines.'),
} as const;
const APPEND = {
  kind: 'refactor.move.agentEnvelopes',
  question: l10n.t('Which log?'),
  always: true,
  none: l10n.t('Place the cursor in an envelope without syntax errors, in a file that is saved in a folder.'),
} as const;
