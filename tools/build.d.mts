import type { BuildOptions } from 'esbuild';

export interface Bundle {
  entry: string;
  out: string;
  options?: BuildOptions;
  isOfCli?: boolean;
  isOfPage?: boolean;
}

export const bundles: readonly Bundle[];

export function settings(bundle: Bundle, mode: 'development' | 'production'): BuildOptions;
