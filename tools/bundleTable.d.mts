export interface BundleSize {
  name: string;
  /** In bytes. */
  minified: number;
  compressed: number;
}

export const CONTRIBUTING: string;

export function bundleSizes(): Promise<BundleSize[]>;
