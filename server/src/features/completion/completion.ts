import type { CompletionItem } from 'vscode-languageserver-types';
import { associationOf, type Context } from '../../analysis/analyse';
import { fileKind } from '../../analysis/fileKind';
import { knownIn } from '../../analysis/known';
import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Position } from '../../model/text';
import type { ClientOptions } from '../../shared/protocol';
import type { LastNumber } from '../../text/names/nextId';
import { beforeTypedToken, type Cursor, expectedKind, narrowCursorAt, slotAt } from '../cursor';
import { neighbourEnvelopes } from '../newEnvelope/neighbourEnvelopes';
import { snippetFiller } from '../newEnvelope/snippetFiller';
import { envelopeItems } from './envelopeItems';
import { ignoredRuleItems } from './ignoredRuleItems';
import { keyItems } from './keyItems';
import { begunRegistryItems, registryItems } from './registryItems';
import { ruleKeyItems } from './ruleKeyItems';
import { schemaIdItems } from './schemaIdItems';
import { valueItems } from './valueItems';

interface Around {
  context: Context;
  workspace: Workspace;
  client: ClientOptions;
  lastNumber?: LastNumber;
}

/**
 * Completes at the cursor: whole envelopes in an empty place; the missing properties of an object, required ones first;
 * values. Nothing outside envelopes and registries.
 */
export function completion(
  analysis: Analysis,
  position: Position,
  { context, workspace, client, lastNumber }: Around,
): CompletionItem[] {
  const drawn = narrowCursorAt(analysis, position);
  if (!drawn) return begunRegistryItems(analysis.file, position);
  const cursor = beforeTypedToken(drawn, analysis, context);
  const { at, offset, kind, typed } = cursor;
  if (at.document) return documentItems(cursor, { analysis, context, workspace });
  if (!kind && associationOf(analysis.file.uri, context) === 'none') return [];
  const near = () => neighbourEnvelopes(analysis, context, { line: position.line, except: cursor.whole });
  const fresh = () => snippetFiller({ ...context, near: near(), now: Date.now(), lastNumber });
  const blank = envelopeItems(at.part, typed ?? { start: offset, end: offset }, context, {
    written: drawn.at.part.text,
    expected: expectedKind(analysis, context),
    named: fileKind(analysis.file.uri, context.families),
    fresh,
  });
  if (blank) return blank;
  const ids = schemaIdItems(at.part, offset, context);
  if (ids) return ids;
  const { rules } = knownIn(context.families);
  const ignored = kind && ignoredRuleItems(at.part, offset, rules);
  if (ignored) return ignored;
  const slot = kind && slotAt(cursor);
  if (!slot) return [];
  if (slot.named === 'rule') return ruleKeyItems(slot, cursor, rules);
  if (slot.role !== 'key') return valueItems(slot, cursor, { analysis, context, workspace, lastNumber });
  const items = keyItems(slot, cursor);
  // The client's own JSON service offers `$schema` in each JSON file; the client opens the list of values after it.
  return client.hasJsonService && isJson(analysis) ? items.filter(({ label }) => label !== '$schema') : items;
}

function documentItems(cursor: Cursor, around: Omit<Around, 'client'> & { analysis: Analysis }): CompletionItem[] {
  const { document, part } = cursor.at;
  const slot = slotAt(cursor);
  if (slot?.role === 'cell') return valueItems(slot, cursor, around);
  return document && !slot ? registryItems(document.content, part, cursor.offset) : [];
}

function isJson({ file }: Analysis): boolean {
  return file.lang === 'json' || file.lang === 'jsonc';
}
