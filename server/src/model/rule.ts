import type { Kind } from './family';
import type { Path } from './text';

export type Severity = 'error' | 'warning' | 'info';

/**
 * One check that a schema cannot say. One rule, one file: `families/<id>/rules/<rule>.ts`, or `rules/<rule>.ts` where it
 * serves every family.
 */
export interface Rule {
  /** `family/name`, or `envelope/name` for a rule of every family. */
  id: string;
  severity: Severity;
  /** Markdown: why, what to do, and where the protocol says so. */
  docs: string;
  /** Schema faults that this rule explains better: the fault at the place of a finding, of this keyword, gives way. */
  claims?: string[];
  check(on: Checked, report: (finding: Finding) => void): void;
}

/** What a rule looks at. */
export interface Checked {
  value: unknown;
  kind: Kind;
  facts: Facts;
}

/** What the workspace and the settings add to a value. */
export interface Facts {
  /** Agents and intents that the user has declared besides the protocol's own. */
  agents: readonly string[];
  intents: readonly string[];
}

/** What a rule found, at a path; where that stands in the text is looked up later, and only then. */
export interface Finding {
  path: Path;
  /** The property's name, the value itself, or its opening bracket. The value where it isn't said. */
  on?: Place;
  message: string;
  severity?: Severity;
  /** The property whose absence is the finding. */
  missing?: string;
  fixes?: FixPlan[];
}

export type Place = 'key' | 'value' | 'open';

/** A change said in terms of the value; made into text only when it is asked for. */
export type FixPlan = { title: string } & (
  | { do: 'set'; path: Path; value: unknown }
  | { do: 'rename'; path: Path; to: string }
  | { do: 'add'; path: Path; key: string; value: unknown }
  | { do: 'remove'; path: Path }
);
