export interface BundleSize {
  name: string;
  /** In bytes. */
  minified: number;
  compressed: number;
}

export const CONTRIBUTING: string;

export function bundleSizes(files: ReadonlyMap<string, string>): BundleSize[];
