import type { Path, Range } from './text';

/** What a name is a name of. */
export type NameKind = 'workflow' | 'trace' | 'feature' | 'message' | 'call' | 'checkpoint' | 'agent' | 'tool';

/** A name by which envelopes and registries speak of one thing: of a run, of one of themselves, of who acts and with what. */
export interface Name {
  kind: NameKind;
  text: string;
  /** The agent that a tool is named with: two agents may have tools of one name. */
  of?: string;
}

/** A name as it stands in a file. Plain data. */
export interface NamePlace {
  name: Name;
  /** Without what is around it: quotes, emphasis. */
  range: Range;
  /** The thing gets its name here, or is only spoken of. */
  role: 'defines' | 'refers';
  /** The part of the file that it stands in, as a step's source names it. */
  part: string;
  /** Where in the value of its part it stands; empty in a registry. */
  path: Path;
}

/** A name in one of several files. */
export type LocatedName = NamePlace & { uri: string };

/** A name in a file that is to be changed. */
export interface FoundName extends NamePlace {
  /** How another name is written here. */
  write(text: string): string;
  /** Why another name may not stand here, as a sentence goes on behind it. */
  refuses(text: string): string | undefined;
}
