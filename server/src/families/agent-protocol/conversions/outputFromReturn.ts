import type { ConversionContext, ConversionResult } from '../../../model/conversion';
import { applyRegistryChanges } from '../../../registry/edits';
import { readRegistry } from '../../../registry/read';
import { isRegistry } from '../../../registry/recognise';
import { registryState } from '../../../registry/state';
import { type StateEdits, stateEdits } from '../../../registry/stateEdits';
import { displayJson } from '../../../text/json/losslessJson';
import { parseMarkdown } from '../../../text/markdown/parseMarkdown';
import { isObject } from '../../../text/pointer';
import { stringList } from './stringList';

/**
 * Converts an artifact return to an agent's output. `state_updates` are written to the registry in it or beside it, as
 * far as that has a place for them; the rest, and whatever else an output has no property for, goes to `notes`, one
 * line each.
 */
export function outputFromReturn(
  value: Record<string, unknown>,
  { registry: beside }: ConversionContext,
): ConversionResult | undefined {
  const {
    success,
    artifacts,
    state_updates: updates,
    next_recommendation: next,
    recommendation,
    summary: ownSummary,
    notes: ownNotes,
    ...others
  } = value;
  const said: string[] = [];
  const lines = stringList(ownNotes) ?? [line('notes', ownNotes)];
  const summary = summaryOf(success, ownSummary, others, updates, said);
  if (ownSummary !== undefined && ownSummary !== summary) lines.push(line('summary', ownSummary));

  const kept = keptArtifacts(artifacts);
  for (const path of kept.deleted) {
    lines.push(`Delete: ${path}`);
    said.push(`An agent output can't delete files: "notes" says that ${path} is to be deleted.`);
  }
  if (recommendation !== undefined && next !== undefined && next !== recommendation)
    lines.push(line('next_recommendation', next));

  const own = Object.entries(others).map(([key, one]) => line(key, one));
  if (own.length > 0)
    said.push(
      `${listed(Object.keys(others))} ${own.length > 1 ? 'are' : 'is'} in "notes": an agent output has no such property.`,
    );
  lines.push(...own);

  const registry = registryAmong(kept.artifacts) ?? beside;
  const changes = isObject(updates) ? carried(updates, value, registry, lines, said) : [];
  if (updates !== undefined && !isObject(updates)) lines.push(line('state_updates', updates));
  const recommended = recommendation ?? next;
  return {
    value: {
      ...(success !== undefined && { success }),
      summary,
      artifacts: withRegistry(kept.artifacts, registry, changes),
      ...(lines.length > 0 || ownNotes !== undefined ? { notes: lines } : {}),
      ...(recommended !== undefined && { recommendation: recommended }),
    },
    notes: said,
    ...(registry === beside && changes.length > 0 && { registry: changes }),
  };
}

/** Takes the summary of the result from the notes; generates one if there is none. */
function summaryOf(
  success: unknown,
  own: unknown,
  others: Record<string, unknown>,
  updates: unknown,
  said: string[],
): string {
  if (typeof own === 'string') return own;
  for (const name of success === false ? ['error', 'message', 'result'] : ['message', 'result', 'error']) {
    const text = others[name];
    if (typeof text !== 'string' || !/\S/.test(text)) continue;
    delete others[name];
    return text;
  }
  const decisions = isObject(updates) && Array.isArray(updates['decisions_log']) ? updates['decisions_log'] : [];
  const decision = decisions.findLast(one => isObject(one) && typeof one['decision'] === 'string')?.decision;
  said.push('The return has no summary of its own: check the text in "summary".');
  return decision ?? (success === false ? 'Failed.' : 'Done.');
}

function keptArtifacts(artifacts: unknown): { artifacts: unknown; deleted: string[] } {
  if (artifacts === undefined) return { artifacts: [], deleted: [] };
  if (!Array.isArray(artifacts)) return { artifacts, deleted: [] };
  const isDeletion = (one: unknown) =>
    isObject(one) && one['operation'] === 'delete' && typeof one['path'] === 'string';
  return {
    artifacts: artifacts.filter(one => !isDeletion(one)).map(updated),
    deleted: artifacts
      .filter(isDeletion)
      .map(({ path, operation: _, ...more }) => (Object.keys(more).length > 0 ? `${path} ${displayJson(more)}` : path)),
  };
}

// Also in a list of alternatives: `create|overwrite`.
function updated(artifact: unknown): unknown {
  if (!isObject(artifact) || typeof artifact['operation'] !== 'string') return artifact;
  const operation = artifact['operation'].replace(/\boverwrite\b/g, 'update');
  return operation === artifact['operation'] ? artifact : { ...artifact, operation };
}

/** A registry among the artifacts: updates are written there, since it replaces the existing one. */
function registryAmong(artifacts: unknown): Held | undefined {
  if (!Array.isArray(artifacts)) return undefined;
  for (const [index, one] of artifacts.entries()) {
    if (!isObject(one) || typeof one['content'] !== 'string' || typeof one['path'] !== 'string') continue;
    const markdown = /(?:^|[\\/])index\.md$/.test(one['path']) ? parseMarkdown(one['content']) : undefined;
    if (markdown && isRegistry(markdown))
      return { document: readRegistry(markdown, { whole: true }), name: `the content of ${one['path']}`, index };
  }
  return undefined;
}

function withRegistry(artifacts: unknown, registry: Held | undefined, changes: StateEdits['changes']): unknown {
  if (!Array.isArray(artifacts) || registry?.index === undefined || changes.length === 0) return artifacts;
  const content = applyRegistryChanges(registry.document.markdown.text, changes);
  return artifacts.with(registry.index, { ...artifacts[registry.index], content });
}

type Held = NonNullable<ConversionContext['registry']> & { index?: number };

/** Applies updates to the registry; the rest goes to the notes. */
function carried(
  updates: Record<string, unknown>,
  { feature_id: feature }: Record<string, unknown>,
  registry: Held | undefined,
  lines: string[],
  said: string[],
): StateEdits['changes'] {
  const other = registry && registryState(registry.document).feature;
  const isOther = typeof feature === 'string' && other !== undefined && other !== '' && other !== feature;
  const edits =
    registry && !isOther ? stateEdits(registry.document, updates) : { changes: [], done: [], remaining: updates };
  if (registry && edits.done.length > 0) said.push(`${listed(edits.done)} of the state updates: in ${registry.name}.`);
  const left = Object.entries(edits.remaining);
  if (left.length === 0) return edits.changes;
  lines.push(...left.map(([key, one]) => line(`state_updates.${key}`, one)));
  const why = !registry
    ? 'there is no registry to write them to'
    : isOther
      ? `${registry.name} is of another feature`
      : `${registry.name} has no place for all of it`;
  said.push(`${listed(Object.keys(edits.remaining))} of the state updates: in "notes", since ${why}.`);
  return edits.changes;
}

function line(key: string, value: unknown): string {
  return `${key}: ${displayJson(value)}`;
}

function listed(keys: readonly string[]): string {
  return keys.map(key => `"${key}"`).join(', ');
}
