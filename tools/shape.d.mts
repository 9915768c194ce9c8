export interface Shape {
  files: number;
  /** Of lines of a file. */
  median: number;
  longerThan500: string[];
  /** Under 40 lines, outside of sets. */
  smallWithOneImporter: string[];
  /** Of fewer than four files. */
  smallFolders: string[];
  /** Path segments; rules lie deeper. */
  deeperThanFive: string[];
  codeLines: number;
}

export const PRODUCT: readonly string[];

export function importGraph(folders: readonly string[]): Map<string, string[]>;

export function shape(): Shape;
