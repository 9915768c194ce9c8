export interface BundleSize {
  name: string;
  /** In bytes. */
  minified: number;
  compressed: number;
}

export const PERFORMANCE: string;

export function bundleSizes(): Promise<BundleSize[]>;
