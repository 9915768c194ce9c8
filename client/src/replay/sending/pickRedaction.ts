import type { QuickPickItem } from 'vscode';
import {
  parseFieldNames,
  patternsBy,
  REDACTION_CHOICES,
  type Redaction,
  type RedactionPatterns,
  USUAL_PATTERNS,
} from '../../../../server/src/shared/protocol';
import { askForText, pickMany } from '../../messages/notify';

type Choice = keyof RedactionPatterns | 'fields';

const CHOICES: readonly { id: Choice; label: string; description: string }[] = [
  ...REDACTION_CHOICES.map(({ id, title, about }) => ({ id, label: title, description: about })),
  { id: 'fields', label: 'Values of properties…', description: 'by their names, at any depth of an envelope' },
];

const USUAL: Redaction = { ...USUAL_PATTERNS, fields: [] };

/** Asks what to redact, as the export dialog does; undefined if the user cancels. */
export async function pickRedaction(before: Redaction = USUAL): Promise<Redaction | undefined> {
  const picked = (id: Choice) => (id === 'fields' ? before.fields.length > 0 : before[id] === true);
  const items = CHOICES.map((choice): QuickPickItem & { id: Choice } => ({ ...choice, picked: picked(choice.id) }));
  const chosen = await pickMany(items, {
    title: 'Send Run: What to Redact',
    placeHolder: 'Select what to redact before anything is sent',
    ignoreFocusOut: true,
  });
  if (!chosen) return undefined;
  const has = (id: Choice) => chosen.some(one => one.id === id);
  const fields = has('fields') ? await askForFields(before.fields) : [];
  return fields && { ...patternsBy(has), fields };
}

async function askForFields(before: readonly string[]): Promise<string[] | undefined> {
  const text = await askForText({
    title: 'Send Run: What to Redact',
    prompt: 'Names of properties whose values are redacted, separated by commas',
    placeHolder: 'customer, session_id',
    value: before.join(', '),
    ignoreFocusOut: true,
  });
  return text === undefined ? undefined : parseFieldNames(text);
}
