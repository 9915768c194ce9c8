import type { QuickPickItem } from 'vscode';
import type { Redaction } from '../../../../server/src/shared/protocol';
import { askForText, pickMany } from '../../messages/notify';

type Choice = Exclude<keyof Redaction, 'fields'> | 'fields';

const CHOICES: readonly { id: Choice; label: string; description: string }[] = [
  { id: 'paths', label: 'Paths', description: 'of files and folders' },
  { id: 'emails', label: 'E-mail addresses', description: '' },
  { id: 'secrets', label: 'Keys and tokens', description: 'and what looks like them' },
  { id: 'words', label: 'Long random words', description: 'other than hashes, ids and paths of the run' },
  { id: 'personal', label: 'Personal data', description: 'IP addresses, hosts, phone, card and bank account numbers' },
  { id: 'names', label: 'Names of properties', description: 'that contain any of these' },
  { id: 'fields', label: 'Values of properties…', description: 'by their names, at any depth of an envelope' },
];

const USUAL: Redaction = {
  paths: false,
  emails: false,
  secrets: true,
  words: true,
  personal: false,
  names: false,
  fields: [],
};

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
  return (
    fields && {
      paths: has('paths'),
      emails: has('emails'),
      secrets: has('secrets'),
      words: has('words'),
      personal: has('personal'),
      names: has('names'),
      fields,
    }
  );
}

async function askForFields(before: readonly string[]): Promise<string[] | undefined> {
  const text = await askForText({
    title: 'Send Run: What to Redact',
    prompt: 'Names of properties whose values are redacted, separated by commas',
    placeHolder: 'customer, session_id',
    value: before.join(', '),
    ignoreFocusOut: true,
  });
  if (text === undefined) return undefined;
  const names = text.split(',').map(name => name.trim());
  return [...new Set(names.filter(name => name !== ''))];
}
