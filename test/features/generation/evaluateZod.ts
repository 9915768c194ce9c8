import { transformSync } from 'esbuild';
import { z } from 'zod';

/** Runs a generated file of TypeScript with Zod, and gives the schemas that it exports, by name. */
export function evaluateZod(text: string): Record<string, z.ZodType> {
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs' });
  const module = { exports: {} as Record<string, z.ZodType> };
  new Function('module', 'exports', 'require', code)(module, module.exports, () => ({ z }));
  return module.exports;
}
