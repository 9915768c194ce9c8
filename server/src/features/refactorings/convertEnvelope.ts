import { createScanner } from 'jsonc-parser';
import type { CodeAction, Diagnostic } from 'vscode-languageserver-types';
import { isSchemaOf, recognise } from '../../analysis/recognise';
import { joinPath, resolvePath } from '../../analysis/ruleFileAccess';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Conversion, ConversionResult, MentioningEnvelope } from '../../model/family';
import type { Kind } from '../../model/kind';
import type { RegistryDocument } from '../../model/registry';
import type { Part, Span } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { partTree } from '../../parts/rootPart';
import { markdownFile, splitIntoParts } from '../../parts/splitIntoParts';
import { isResolvablePath } from '../../rules/envelopeFilePaths';
import { t } from '../../shared/l10n';
import { decodeUri, fileNameOf } from '../../text/decodeUri';
import { languageOf } from '../../text/fileLanguage';
import { compactJson } from '../../text/json/jsonScanner';
import { jsonSpans } from '../../text/json/jsonSpans';
import {
  type JsonLayout,
  type LosslessJson,
  parseLossless,
  stringifyLossless,
  unmarkNumbers,
} from '../../text/json/losslessJson';
import { type JsonNode, jsonTree, parseJson } from '../../text/json/parseJson';
import { isObject } from '../../text/jsonPointer';
import { textFile } from '../../text/lines';
import { featureFolder } from '../featureFiles';
import { indentAt, indentUnit } from '../formatting';
import { REWRITE } from './refactoringKinds';
import {
  appendedLineNumber,
  appendLineEdit,
  envelopeName,
  type FileEdit,
  folderOf,
  freeUri,
  messageCommand,
  newFileEdit,
  type RefactoringOptions,
  workspaceEdit,
} from './workspaceEdit';

/**
 * Returns the code actions that convert an envelope to another kind, one per known conversion. A conversion that fixes a problem is also a quick
 * fix.
 *
 * @param only restricts the result to conversions that fix a problem
 */
export function convertEnvelope(
  analysis: Analysis,
  at: AnalysedPart,
  { diagnostics, only }: { diagnostics: readonly Diagnostic[]; only?: 'mending' | undefined },
  refactoring: RefactoringOptions,
): CodeAction[] {
  const { families } = refactoring.context;
  const from = at.recognition?.kind;
  const all = families
    .flatMap(({ conversions = [] }) => conversions)
    .filter(one => one.from === from?.id && (!only || diagnostics.some(({ code }) => code === one.fixesRule)));
  if (
    !from ||
    all.length === 0 ||
    at.part.lang === 'yaml' ||
    parseJson(at.part.text, at.part.lang === 'jsonc' ? 'jsonc' : 'json').fault
  )
    return [];
  const inline: LosslessJson['inline'] = new WeakMap();
  const kept = parseLossless(at.part.text, inline)?.value;
  if (!isObject(kept)) return [];
  const { $schema, ...value } = kept;
  // An envelope in a document is an example, so no registry is updated.
  const registry = analysis.file.lang === 'markdown' ? undefined : featureRegistry(analysis.file.uri, refactoring);
  const around = {
    now: refactoring.now,
    // Computed on demand: few conversions need the errors, and locating thousands is expensive.
    get errors() {
      return errorsOf(at);
    },
    ...(registry && { registry }),
    ...(at.part.id === 'root' &&
      refactoring.workspace.folders.some(folder => analysis.file.uri.startsWith(`${folder}/`)) && {
        isMissing: (path: string) =>
          isResolvablePath(path) && resolvePath(path, analysis.file.uri, refactoring.workspace) === null,
      }),
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
  if ($schema.endsWith(file(from)) && $schema !== from.schemaId) return $schema.slice(0, -file(from).length) + file(to);
  return isSchemaOf($schema, from) && from !== to ? (to.schemaId ?? $schema) : $schema;
}

interface Editing {
  conversion: Conversion;
  to: Kind;
  result: Record<string, unknown>;
  inline: LosslessJson['inline'];
  analysis: Analysis;
  at: AnalysedPart;
  refactoring: RefactoringOptions;
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

// Returns a path relative to the folder of the log that is beside the file.
function logBeside(folder: string, path: string): string {
  const within = path.slice(0, path.lastIndexOf('/') + 1);
  return within !== '' && `${folder}/`.endsWith(`/${within}`)
    ? folder + path.slice(within.length - 1)
    : `${folder}/${path}`;
}

function layoutAt({ parts }: Analysis, id: string, { start, end }: Span): JsonLayout {
  const part = parts.find(one => one.part.id === id)?.part;
  const json = part?.text.slice(start, end) ?? '';
  if (!part || part.oneLine || !json.includes('\n')) return compactJson(json) === json ? 'compact' : 'spaced';
  return { unit: indentUnit(part), indent: indentAt(part, start) };
}

interface Acting {
  edit: FileEdit;
  registry: FeatureRegistry | undefined;
  at: AnalysedPart;
  diagnostics: readonly Diagnostic[];
  refactoring: RefactoringOptions;
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
  const lost = target === 'in place' ? warnOfContentLoss(at.part.text) : [];
  const shown = edit.isNew || target !== 'in place' ? edit.uri : undefined;
  const count = notes.length + lost.length;
  const action: CodeAction = {
    title: count === 0 ? title : count === 1 ? t`${title} (1 note)` : t`${title} (${count} notes)`,
    kind: REWRITE,
    edit: workspaceEdit(files, refactoring.client, lost),
    ...messageCommand([...notes.map(unmarkNumbers), ...lost], shown, line),
  };
  const mended = fixesRule === undefined ? [] : diagnostics.filter(({ code }) => code === fixesRule);
  if (mended.length === 0) return [action];
  return [action, { ...action, kind: 'quickfix', diagnostics: mended }];
}

/** Returns the envelopes of a kind that contain a text: from the file, otherwise from other files of its folder. */
function envelopesMentioning(
  { analysis: { file, parts }, at }: { analysis: Analysis; at: AnalysedPart },
  { kind, text }: { kind: string; text: string },
  { context, workspace }: RefactoringOptions,
  inline: LosslessJson['inline'],
): MentioningEnvelope[] {
  const quoted = JSON.stringify(text);
  const read = (json: string, stands: MentioningEnvelope['stands']): MentioningEnvelope[] => {
    const value = json.includes(quoted) ? parseLossless(json, inline)?.value : undefined;
    return isObject(value) && recognise(value, context.families, undefined)?.kind.id === kind
      ? [{ value, stands }]
      : [];
  };
  const place = parts.indexOf(at);
  const own = parts.flatMap(({ part }, index) => read(part.text, index < place ? 'before' : 'after'));
  const folder = folderOf(file.uri);
  if (own.length > 0 || folder === undefined) return own;
  const names = [...(workspace.disk.list(folder) ?? [])].filter(([name, type]) => type === 'file' && isJson(name));
  return names.slice(0, MOST_FILES).flatMap(([name]) => {
    const uri = joinPath(folder, [name]);
    const found = workspace.disk.text(uri);
    if (!found?.includes(quoted)) return [];
    return splitIntoParts(textFile(uri, languageOf(name) ?? 'json', found)).flatMap(part => read(part.text, 'beside'));
  });
}

const MOST_FILES = 50;

function isJson(name: string): boolean {
  const lang = languageOf(name);
  return lang !== undefined && lang !== 'markdown';
}

interface FeatureRegistry {
  uri: string;
  /** The registry's short path: `specs/005/.workflow/index.md`. */
  name: string;
  document: RegistryDocument;
  part: Part;
}

/** Finds the state registry of a file: in its folder, or at the usual path of its feature. */
function featureRegistry(
  uri: string,
  { context, workspace }: Pick<RefactoringOptions, 'context' | 'workspace'>,
): FeatureRegistry | undefined {
  const own = folderOf(uri);
  const feature = own === undefined ? undefined : featureFolder(uri, workspace);
  const kinds = context.families.flatMap(({ documents }) => documents);
  for (const folder of new Set([own, feature])) {
    if (!folder) continue;
    for (const steps of [[NAME], ['.workflow', NAME]]) {
      const registry = joinPath(folder, steps);
      const text = workspace.disk.text(registry);
      if (!text) continue;
      const { root: part, blocks } = markdownFile(textFile(registry, 'markdown', text));
      for (const kind of kinds) {
        const document = kind.glance && kind.read(blocks, { fileName: NAME });
        if (document) return { uri: registry, name: nameOf(registry, workspace.folders), document, part };
      }
    }
  }
  return undefined;
}

const NAME = 'index.md';

function nameOf(uri: string, folders: readonly string[]): string {
  const root = folders.find(folder => uri.startsWith(`${folder}/`));
  return root === undefined ? fileNameOf(uri) : decodeUri(uri.slice(root.length + 1));
}

/** Returns a warning for each sort of content that a JSON text loses when it is parsed and written again: comments, and duplicate names. */
export function warnOfContentLoss(text: string): string[] {
  const root = jsonTree(text);
  const repeated = new Set(root ? repeatedNames(root) : []);
  return [...commentLoss(text), ...[...repeated].map(name => t`"${name}" occurs twice: only the last one is kept.`)];
}

/** Returns the losses of JSON whose tokens are kept: only comments. */
export function commentLoss(text: string): string[] {
  return text.includes('/') && hasComments(text) ? [t`Its comments are not kept.`] : [];
}

function hasComments(text: string): boolean {
  const scanner = createScanner(text, false);
  for (let kind = scanner.scan(); scanner.getTokenLength() > 0; kind = scanner.scan()) {
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) return true;
  }
  return false;
}

const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;

function repeatedNames({ type, children = [] }: JsonNode): string[] {
  const within = children.flatMap(repeatedNames);
  if (type !== 'object') return within;
  const names = children.map(({ children: [key] = [] }) => String(key?.value));
  return [...within, ...names.filter((name, index) => names.indexOf(name) < index)];
}
