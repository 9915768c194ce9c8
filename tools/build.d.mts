import type { BuildOptions, Metafile } from 'esbuild';

export interface Bundle {
  entry: string;
  out: string;
  group?: string;
  options?: BuildOptions;
  isOfCli?: boolean;
  isOfPage?: boolean;
  isOfRunsPage?: boolean;
  isModule?: boolean;
}

export const bundles: readonly Bundle[];

export function settings(bundle: Bundle, mode: 'development' | 'production'): BuildOptions;

export function bundleFiles(
  chosen: readonly Bundle[],
  mode: 'development' | 'production',
): Promise<{ files: ReadonlyMap<string, string>; metafiles: readonly Metafile[] }>;
