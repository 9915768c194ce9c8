import type { EnvelopeLocation } from '../../model/run';
import type { Span } from '../../model/text';
import type { RunIndex } from '../../runs/index/runIndex';
import type { RunGroup } from '../../shared/lspExtensions';
import { isCount } from '../../shared/validateShape';

/** A reference to what a tree node shows, such as a run, a step, or a row of a state registry. The id of the node encodes it. */
export type NodeRef =
  | { is: 'folder'; folder: string }
  /** `folder` is null if the tree does not show folders. */
  | { is: 'group'; by: RunGroup; key: string; folder: string | null }
  | { is: 'run'; run: string }
  | { is: 'step'; run: string; step: number }
  | { is: 'effect'; run: string; step: number; effect: number }
  /** A section of a run's state. */
  | { is: 'section'; run: string; section: string }
  /** An effect of a step in a state; the step itself if `effect` is -1. */
  | { is: 'told'; section: string; run: string; step: number; effect: number }
  /** A span of a state registry. */
  | { is: 'row'; section: string; uri: string; start: number; end: number }
  /** A message about the runs of a store, or about a run that can't be loaded. */
  | { is: 'notice'; of: string; at: number };

/**
 * Returns the id of a tree node, from which `nodeRef` restores the reference to what the node shows. The id is plain ASCII except for file
 * names.
 */
export function treeNodeId(ref: NodeRef): string {
  return JSON.stringify(ordered(ref));
}

// Lists the properties in a fixed order, so that equal references have equal ids.
function ordered(ref: NodeRef): (string | number | null)[] {
  switch (ref.is) {
    case 'folder':
      return [ref.is, ref.folder];
    case 'group':
      return [ref.is, ref.by, ref.key, ref.folder];
    case 'run':
      return [ref.is, ref.run];
    case 'step':
      return [ref.is, ref.run, ref.step];
    case 'effect':
      return [ref.is, ref.run, ref.step, ref.effect];
    case 'section':
      return [ref.is, ref.run, ref.section];
    case 'told':
      return [ref.is, ref.section, ref.run, ref.step, ref.effect];
    case 'row':
      return [ref.is, ref.section, ref.uri, ref.start, ref.end];
    case 'notice':
      return [ref.is, ref.of, ref.at];
  }
}

/** Parses a node id; undefined for an invalid id. Ids come from the client and may be outdated. */
export function nodeRef(id: string): NodeRef | undefined {
  const [is, a, b, c, d, ...more] = listIn(id);
  if (more.length > 0) return undefined;
  switch (is) {
    case 'folder':
      return isText(a) ? { is, folder: a } : undefined;
    case 'group':
      return isGroup(a) && isText(b) && (isText(c) || c === null) ? { is, by: a, key: b, folder: c } : undefined;
    case 'run':
      return isText(a) ? { is, run: a } : undefined;
    case 'step':
      return isText(a) && isCount(b) ? { is, run: a, step: b } : undefined;
    case 'effect':
      return isText(a) && isCount(b) && isCount(c) ? { is, run: a, step: b, effect: c } : undefined;
    case 'section':
      return isText(a) && isText(b) ? { is, run: a, section: b } : undefined;
    case 'told':
      return isText(a) && isText(b) && isCount(c) && (isCount(d) || d === -1)
        ? { is, section: a, run: b, step: c, effect: d }
        : undefined;
    case 'row':
      return isText(a) && isText(b) && isCount(c) && isCount(d)
        ? { is, section: a, uri: b, start: c, end: d }
        : undefined;
    case 'notice':
      return isText(a) && isCount(b) ? { is, of: a, at: b } : undefined;
    default:
      return undefined;
  }
}

function listIn(id: string): unknown[] {
  try {
    const value: unknown = JSON.parse(id);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const GROUPS: ReadonlySet<unknown> = new Set<RunGroup>(['family', 'day', 'status', 'agent', 'conversation']);

function isGroup(value: unknown): value is RunGroup {
  return GROUPS.has(value);
}

/** The target of a node, known without reading its file: a value, or a span of the text without byte order mark. */
type NodeLocation = EnvelopeLocation | { uri: string; span: Span };

/** Returns the target of a node of the runs tree or a state tree; undefined if the node has none or no longer exists. */
export function nodeLocation(index: RunIndex, node: string): NodeLocation | undefined {
  const ref = nodeRef(node);
  switch (ref?.is) {
    case 'run': {
      const summary = index.run(ref.run)?.summary;
      const first = stepLocation(index, ref.run, 0);
      return first ?? (summary?.registry === undefined ? undefined : { uri: summary.registry, part: 'root', path: [] });
    }
    case 'step':
      return stepLocation(index, ref.run, ref.step);
    case 'effect':
    case 'told':
      return stepLocation(index, ref.run, ref.step);
    case 'row':
      return { uri: ref.uri, span: { start: ref.start, end: ref.end } };
    default:
      return undefined;
  }
}

function stepLocation(index: RunIndex, key: string, step: number): EnvelopeLocation | undefined {
  const run = index.run(key);
  return run && step < run.summary.steps ? run.step(step).envelopes[0] : undefined;
}
