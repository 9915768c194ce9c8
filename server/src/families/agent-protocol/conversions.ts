import type { Conversion, ConversionOptions, ConversionResult } from '../../model/family';
import { isRegistry } from '../../registry/isRegistry';
import { readRegistry } from '../../registry/readRegistry';
import { applyRegistryChanges } from '../../registry/registryEdits';
import { registryState } from '../../registry/registryState';
import { type StateUpdateEdits, stateUpdateEdits } from '../../registry/stateUpdateEdits';
import { t } from '../../shared/l10n';
import { displayJson } from '../../text/json/losslessJson';
import { isObject } from '../../text/jsonPointer';
import { parseMarkdown } from '../../text/parseMarkdown';

/**
 * The words that are an action in the protocol agent-protocol and also a mode in workflow-primitives, so that a conversion between them keeps
 * them.
 */
const MODES: ReadonlySet<string> = new Set(['create', 'update', 'validate', 'apply_answers']);

/** The parameter that keeps an action for which the other protocol has no mode. */
const ACTION = 'agent_action';

/** Returns the mode of the other protocol that is nearest to an action. */
function modeFor(action: string): string {
  if (/^(?:check|review|verify|test|lint|inspect|audit)/.test(action)) return 'validate';
  if (/^(?:change|edit|revise|refine|classify|sync|fix|resolve|merge|apply)/.test(action)) return 'update';
  return 'create';
}

const INPUT = 'agent-protocol/input';
const OUTPUT = 'agent-protocol/output';
const MODE_INPUT = 'workflow-primitives/input';
const RETURN = 'workflow-primitives/artifact-return';

function inPlace(
  name: string,
  title: string,
  [from, to]: [string, string],
  convert: Conversion['convert'],
): Conversion {
  const isRenewal = from === to;
  const id = `agent-protocol/${name}`;
  return {
    id,
    title,
    from,
    to,
    target: 'in place',
    convert,
    ...(isRenewal && { fixesRule: 'agent-protocol/superseded' }),
  };
}

/**
 * Conversions between the envelopes of `agent-protocol` and those of `workflow-primitives`, which it replaces. Envelopes that mix fields of
 * both can be converted, too.
 */
export const conversions: readonly Conversion[] = [
  inPlace('from-input', t`Convert to an agent input`, [MODE_INPUT, INPUT], inputFromModeInput),
  inPlace('from-return', t`Convert to an agent output`, [RETURN, OUTPUT], outputFromReturn),
  inPlace('to-input', t`Convert to a workflow agent input`, [INPUT, MODE_INPUT], modeInputFromInput),
  inPlace('to-return', t`Convert to an artifact return`, [OUTPUT, RETURN], returnFromOutput),
  inPlace('renew-input', t`Update everything that is superseded`, [INPUT, INPUT], inputFromModeInput),
  inPlace('renew-output', t`Update everything that is superseded`, [OUTPUT, OUTPUT], (value, around) =>
    isReturn(value) ? outputFromReturn(value, around) : undefined,
  ),
];

function isReturn(value: Record<string, unknown>): boolean {
  const { artifacts } = value;
  return (
    ['state_updates', 'next_recommendation', 'result'].some(key => Object.hasOwn(value, key)) ||
    (Array.isArray(artifacts) && artifacts.some(one => isObject(one) && one['operation'] === 'overwrite'))
  );
}

/**
 * Converts a workflow agent's input to an agent's input: the mode becomes the action. A plugin has no counterpart, so it
 * becomes a parameter of the task.
 */
function inputFromModeInput(value: Record<string, unknown>): ConversionResult | undefined {
  const { context } = value;
  if (!isObject(value['task']) || !Object.hasOwn(value['task'], 'mode')) return undefined;
  const { mode, action: own, params: given = {}, ...more } = value['task'];
  const params = isObject(given) ? { ...given } : given;
  const left: Left[] = [];
  if (own !== undefined && own !== mode)
    left.push({ name: 'mode', value: mode, of: more, because: t`"action" says ${JSON.stringify(own)} already` });
  const around = isObject(context) ? { ...context } : {};
  if (Object.hasOwn(around, 'plugin'))
    left.push({ name: 'plugin', value: around['plugin'], of: around, because: t`an agent input has no "plugin"` });
  const action = own ?? keptAction(params) ?? mode;
  const notes = left.map(one => moved(one, params));
  return {
    value: { ...value, ...(isObject(context) && { context: around }), task: { ...more, action, params } },
    notes,
  };
}

/** The action that `modeInputFromInput` kept in the parameters, if any. */
function keptAction(params: unknown): unknown {
  const action = isObject(params) ? params[ACTION] : undefined;
  if (!isObject(params) || typeof action !== 'string' || MODES.has(action)) return undefined;
  delete params[ACTION];
  return action;
}

/** A property that an agent's input doesn't have. */
interface Left {
  name: string;
  value: unknown;
  /** The object that keeps the property if the parameters can't. */
  of: Record<string, unknown>;
  because: string;
}

function moved({ name, value, of, because }: Left, params: unknown): string {
  if (!isObject(params) || Object.hasOwn(params, name)) {
    of[name] = value;
    return t`"${name}" stays where it is: ${because}, and "params" can't take it.`;
  }
  params[name] = value;
  delete of[name];
  return t`"${name}" is in "task.params" now: ${because}.`;
}

/**
 * Converts an agent's input to a workflow agent's: the action becomes the mode. An action that is no mode is also kept
 * in the parameters; a plugin there returns to its own property. Inverse of `inputFromModeInput`.
 */
function modeInputFromInput(value: Record<string, unknown>): ConversionResult | undefined {
  const { context, task } = value;
  if (!isObject(task) || typeof task['action'] !== 'string' || Object.hasOwn(task, 'mode')) return undefined;
  const notes: string[] = [];
  const { action, params: given, ...restOfTask } = task;
  const params = isObject(given) ? { ...given } : given;
  // The inverse conversion would mistake it for the action.
  if (isObject(params) && Object.hasOwn(params, ACTION)) return undefined;
  let mode = action;
  if (!MODES.has(action as string)) {
    if (!isObject(params)) return undefined;
    mode = modeFor(action as string);
    params[ACTION] = action;
    notes.push(t`"${action}" is not a mode: it becomes "${mode}" here, and "task.params.${ACTION}" keeps the action.`);
  }
  const whole = isObject(context) ? { ...context } : context;
  if (isObject(whole) && !Object.hasOwn(whole, 'plugin')) {
    if (isObject(params) && typeof params['plugin'] === 'string') {
      whole['plugin'] = params['plugin'];
      delete params['plugin'];
    } else notes.push(t`An agent input does not say which "plugin" is at work: add it to "context".`);
  }
  if (Object.hasOwn(value, 'prior_context'))
    notes.push(t`"prior_context" stays as it is: a workflow agent may not look at it.`);
  return {
    value: {
      ...value,
      ...(context !== undefined && { context: whole }),
      task: { ...restOfTask, mode, ...(given !== undefined && { params }) },
    },
    notes,
  };
}

/**
 * Converts an artifact return to an agent's output. Writes `state_updates` to the registry in or beside the return, as far
 * as the registry has a place for them. The rest, and other properties that an output doesn't have, go to `notes`, one line
 * each.
 */
function outputFromReturn(
  value: Record<string, unknown>,
  { registry: beside, isMissing }: ConversionOptions,
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

  const kept = keptArtifacts(artifacts, isMissing);
  for (const path of kept.deleted) {
    lines.push(`Delete: ${path}`);
    said.push(t`An agent output can't delete files: "notes" says that ${path} is to be deleted.`);
  }
  if (recommendation !== undefined && next !== undefined && next !== recommendation)
    lines.push(line('next_recommendation', next));

  const own = Object.entries(others).map(([key, one]) => line(key, one));
  if (own.length > 0)
    said.push(
      own.length > 1
        ? t`${listed(Object.keys(others))} are in "notes": an agent output has no such property.`
        : t`${listed(Object.keys(others))} is in "notes": an agent output has no such property.`,
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
  said.push(t`The return has no summary of its own: check the text in "summary".`);
  return decision ?? (success === false ? 'Failed.' : 'Done.');
}

function keptArtifacts(
  artifacts: unknown,
  isMissing: ConversionOptions['isMissing'],
): { artifacts: unknown; deleted: string[] } {
  if (artifacts === undefined) return { artifacts: [], deleted: [] };
  if (!Array.isArray(artifacts)) return { artifacts, deleted: [] };
  const isDeletion = (one: unknown) =>
    isObject(one) && one['operation'] === 'delete' && typeof one['path'] === 'string';
  const isNew = (one: unknown) => isObject(one) && typeof one['path'] === 'string' && isMissing?.(one['path']);
  return {
    artifacts: artifacts
      .filter(one => !isDeletion(one))
      .map(one => renamed(one, /\boverwrite\b/g, isNew(one) ? 'create' : 'update')),
    deleted: artifacts
      .filter(isDeletion)
      .map(({ path, operation: _, ...more }) => (Object.keys(more).length > 0 ? `${path} ${displayJson(more)}` : path)),
  };
}

// Renames the operation of an artifact, also in a list of alternatives: `create|overwrite`.
function renamed(artifact: unknown, from: RegExp, to: string): unknown {
  if (!isObject(artifact) || typeof artifact['operation'] !== 'string') return artifact;
  const operation = artifact['operation'].replace(from, to);
  return operation === artifact['operation'] ? artifact : { ...artifact, operation };
}

/** The registry among the artifacts, which replaces the existing one: updates are written to it. */
function registryAmong(artifacts: unknown): Held | undefined {
  if (!Array.isArray(artifacts)) return undefined;
  for (const [index, one] of artifacts.entries()) {
    if (!isObject(one) || typeof one['content'] !== 'string' || typeof one['path'] !== 'string') continue;
    const markdown = /(?:^|[\\/])index\.md$/.test(one['path']) ? parseMarkdown(one['content']) : undefined;
    if (markdown && isRegistry(markdown))
      return { document: readRegistry(markdown, { whole: true }), name: t`the content of ${one['path']}`, index };
  }
  return undefined;
}

function withRegistry(artifacts: unknown, registry: Held | undefined, changes: StateUpdateEdits['changes']): unknown {
  if (!Array.isArray(artifacts) || registry?.index === undefined || changes.length === 0) return artifacts;
  const content = applyRegistryChanges(registry.document.markdown.text, changes);
  return artifacts.with(registry.index, { ...artifacts[registry.index], content });
}

type Held = NonNullable<ConversionOptions['registry']> & { index?: number };

/** Applies updates to the registry; puts the rest into the notes. */
function carried(
  updates: Record<string, unknown>,
  { feature_id: feature }: Record<string, unknown>,
  registry: Held | undefined,
  lines: string[],
  said: string[],
): StateUpdateEdits['changes'] {
  const other = registry && registryState(registry.document).feature;
  const isOther = typeof feature === 'string' && other !== undefined && other !== '' && other !== feature;
  const edits =
    registry && !isOther ? stateUpdateEdits(registry.document, updates) : { changes: [], done: [], remaining: updates };
  if (registry && edits.done.length > 0) said.push(t`${listed(edits.done)} of the state updates: in ${registry.name}.`);
  const left = Object.entries(edits.remaining);
  if (left.length === 0) return edits.changes;
  lines.push(...left.map(([key, one]) => line(`state_updates.${key}`, one)));
  const keys = listed(Object.keys(edits.remaining));
  said.push(
    !registry
      ? t`${keys} of the state updates: in "notes", since there is no registry to write them to.`
      : isOther
        ? t`${keys} of the state updates: in "notes", since ${registry.name} is of another feature.`
        : t`${keys} of the state updates: in "notes", since ${registry.name} has no place for all of it.`,
  );
  return edits.changes;
}

function line(key: string, value: unknown): string {
  return `${key}: ${displayJson(value)}`;
}

function listed(keys: readonly string[]): string {
  return keys.map(key => `"${key}"`).join(', ');
}

/**
 * Converts an agent's output to an artifact return, which allows additional properties: the summary becomes the message
 * or the error, and the notes are kept. `outputFromReturn` restores the same output.
 */
function returnFromOutput(value: Record<string, unknown>): ConversionResult | undefined {
  const { success, summary, artifacts, recommendation, state_updates: updates, ...others } = value;
  if (Object.hasOwn(others, 'next_recommendation')) return undefined;
  const notes: string[] = [];
  const name = ['message', 'error', 'result'].some(key => Object.hasOwn(others, key))
    ? 'summary'
    : success === false
      ? 'error'
      : 'message';
  const isText = typeof summary === 'string' && /\S/.test(summary);
  if (isText && name !== 'summary') notes.push(t`The summary is the return's "${name}".`);
  if (Object.hasOwn(others, 'notes'))
    notes.push(t`"notes" are kept as they are: move what changes the state to "state_updates".`);
  return {
    value: {
      ...(success !== undefined && { success }),
      ...(summary !== undefined && { [isText ? name : 'summary']: summary }),
      ...others,
      ...(artifacts !== undefined && { artifacts: overwritten(artifacts) }),
      state_updates: updates ?? {},
      ...(recommendation !== undefined && { next_recommendation: recommendation }),
    },
    notes,
  };
}

function overwritten(artifacts: unknown): unknown {
  return Array.isArray(artifacts) ? artifacts.map(one => renamed(one, /\bupdate\b/g, 'overwrite')) : artifacts;
}

/** Reads a list of texts; empty if absent, undefined for any other value. */
function stringList(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every(one => typeof one === 'string') ? [...value] : undefined;
}
