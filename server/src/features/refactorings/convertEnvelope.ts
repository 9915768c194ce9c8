import type { CodeAction, Diagnostic } from 'vscode-languageserver-types';
import { isSchemaOf } from '../../analysis/recognise';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Conversion, ConversionResult } from '../../model/conversion';
import type { Kind } from '../../model/kind';
import { partTree } from '../../parts/partTree';
import { rangeOf } from '../../parts/positions';
import { compactJson } from '../../text/json/compactJson';
import { jsonSpans } from '../../text/json/jsonSpans';
import {
  type JsonLayout,
  type LosslessJson,
  parseLossless,
  stringifyLossless,
  unmarkNumbers,
} from '../../text/json/losslessJson';
import { parseJson } from '../../text/json/parseJson';
import { isObject } from '../../text/pointer';
import { indentAt, indentUnit } from '../formatting/indentation';
import { appendedLineNumber, appendLineEdit } from './appendLineEdit';
import { contentLoss } from './contentLoss';
import { envelopesMentioning } from './envelopesMentioning';
import { type FeatureRegistry, featureRegistry } from './featureRegistry';
import { envelopeName, folderOf, freeUri, newFileEdit } from './newFileEdit';
import type { RefactoringContext } from './refactoringContext';
import { REWRITE } from './refactoringKinds';
import { type FileEdit, messageCommand, workspaceEdit } from './workspaceEdit';

/**
 * Converts the envelope to other kinds, by each applicable conversion of its families. Conversions that fix a problem
 * are also offered as its fixes.
 *
 * @param only conversions that fix one of the problems
 */
export function convertEnvelope(
  analysis: Analysis,
  at: AnalysedPart,
  { diagnostics, only }: { diagnostics: readonly Diagnostic[]; only?: 'mending' | undefined },
  refactoring: RefactoringContext,
): CodeAction[] {
  const { families } = refactoring.context;
  const from = at.recognition?.kind;
  const all = families
    .flatMap(({ conversions = [] }) => conversions)
    .filter(one => one.from === from?.id && (!only || diagnostics.some(({ code }) => code === one.fixesRule)));
  if (!from || all.length === 0 || parseJson(at.part.text, at.part.lang === 'jsonc' ? 'jsonc' : 'json').fault)
    return [];
  const inline: LosslessJson['inline'] = new WeakMap();
  const kept = parseLossless(at.part.text, inline)?.value;
  if (!isObject(kept)) return [];
  const { $schema, ...value } = kept;
  // In a document it is an example: nothing of it has happened.
  const registry = analysis.file.lang === 'markdown' ? undefined : featureRegistry(analysis.file.uri, refactoring);
  const around = {
    now: refactoring.now,
    // Computed on demand: few conversions need them, and locating thousands is expensive.
    get errors() {
      return errorsOf(at);
    },
    ...(registry && { registry }),
    mentioning: (kind: string, text: string) =>
      envelopesMentioning({ analysis, at }, { kind, text }, refactoring, inline),
  };
  return all.flatMap(conversion => {
    const to = families.flatMap(({ kinds }) => kinds).find(({ id }) => id === conversion.to);
    const converted = to && conversion.convert(value, around);
    if (!converted) return [];
    const named =
      typeof $schema === 'string' ? { $schema: schemaNamed($schema, from, to), ...converted.value } : undefined;
    const result = conversion.target === 'in place' ? (named ?? converted.value) : converted.value;
    const edit = editOf({ conversion, to, result, inline, analysis, at, refactoring });
    if (!edit) return [];
    return actionsOf(conversion, converted, { edit, registry, at, diagnostics, refactoring });
  });
}

function errorsOf({ part, problems }: AnalysedPart) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return [];
  const spans = jsonSpans(part.text);
  return errors.map(({ span, message }) => ({ path: spans.pathAt(span.start), message }));
}

function schemaNamed($schema: string, from: Kind, to: Kind): string {
  const file = (kind: Kind) => `/${kind.id}.schema.json`;
  if ($schema.endsWith(file(from)) && $schema !== from.schema.$id)
    return $schema.slice(0, -file(from).length) + file(to);
  return isSchemaOf($schema, from) && from !== to ? (to.schema.$id ?? $schema) : $schema;
}

interface Editing {
  conversion: Conversion;
  to: Kind;
  result: Record<string, unknown>;
  inline: LosslessJson['inline'];
  analysis: Analysis;
  at: AnalysedPart;
  refactoring: RefactoringContext;
}

function editOf({
  conversion: { target },
  to,
  result,
  inline,
  analysis,
  at: { part },
  refactoring,
}: Editing): FileEdit | undefined {
  const { uri } = analysis.file;
  if (target === 'in place') {
    const root = partTree(part);
    if (!root) return undefined;
    const span = { start: root.offset, end: root.offset + root.length };
    const text = stringifyLossless(result, layoutAt(analysis, part.id, span), inline);
    return { uri, edits: [{ range: rangeOf(part, span), newText: part.encode(text) }] };
  }
  const folder = folderOf(uri);
  if (folder === undefined || !refactoring.client.creates) return undefined;
  if (target === 'to a file') {
    const layout = { unit: '  ', indent: '' };
    return newFileEdit(
      freeUri(folder, envelopeName(result, to, uri), '.json', refactoring),
      `${stringifyLossless(result, layout, inline)}\n`,
    );
  }
  const log = logBeside(folder, target.log);
  const text = refactoring.workspace.disk.text(log);
  return text === undefined ? undefined : appendLineEdit(log, text, stringifyLossless(result, 'spaced', inline));
}

// Relative to the folder of the log that is beside the file.
function logBeside(folder: string, path: string): string {
  const within = path.slice(0, path.lastIndexOf('/') + 1);
  return within !== '' && `${folder}/`.endsWith(`/${within}`)
    ? folder + path.slice(within.length - 1)
    : `${folder}/${path}`;
}

function layoutAt({ parts }: Analysis, id: string, { start, end }: { start: number; end: number }): JsonLayout {
  const part = parts.find(one => one.part.id === id)?.part;
  const source = part?.text.slice(start, end) ?? '';
  if (!part || part.oneLine || !source.includes('\n')) return compactJson(source) === source ? 'compact' : 'spaced';
  return { unit: indentUnit(part), indent: indentAt(part, start) };
}

interface Acting {
  edit: FileEdit;
  registry: FeatureRegistry | undefined;
  at: AnalysedPart;
  diagnostics: readonly Diagnostic[];
  refactoring: RefactoringContext;
}

function actionsOf(
  { title, fixesRule, target }: Conversion,
  { notes, registry: changes = [] }: ConversionResult,
  { edit, registry, at, diagnostics, refactoring }: Acting,
): CodeAction[] {
  const line = typeof target === 'object' ? appendedLineNumber(edit) : undefined;
  const files = [edit];
  if (registry && changes.length > 0) {
    const edits = changes.map(({ at: span, text }) => ({
      range: rangeOf(registry.part, span),
      newText: unmarkNumbers(text),
    }));
    if (registry.uri === edit.uri) edit.edits.push(...edits);
    else files.push({ uri: registry.uri, edits });
  }
  // A conversion into another file keeps the original.
  const lost = target === 'in place' ? contentLoss(at.part.text) : [];
  const shown = edit.isNew || target !== 'in place' ? edit.uri : undefined;
  const action: CodeAction = {
    title: notes.length + lost.length > 0 ? `${title} (${counted(notes.length + lost.length)})` : title,
    kind: REWRITE,
    edit: workspaceEdit(files, refactoring.client, lost),
    ...messageCommand([...notes.map(unmarkNumbers), ...lost], shown, line),
  };
  const mended = fixesRule === undefined ? [] : diagnostics.filter(({ code }) => code === fixesRule);
  if (mended.length === 0) return [action];
  return [action, { ...action, kind: 'quickfix', diagnostics: mended }];
}

function counted(notes: number): string {
  return notes === 1 ? '1 note' : `${notes} notes`;
}
