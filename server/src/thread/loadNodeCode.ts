import { provideNodeServices } from '../workspace/provideNodeServices';
import { schemaCompiler } from '../workspace/schemaCompiler';
import { shippedDeclarationReader } from '../workspace/shippedDeclarationReader';
import type { LoadedCode } from './serverPlatform';

/**
 * Sets the hash function and the YAML parser that the core uses in Node, and returns functions that load further code from this bundle's
 * folder on first use.
 */
export function loadNodeCode(): LoadedCode {
  provideNodeServices(__dirname);
  return { compile: schemaCompiler(__dirname), declarationOf: shippedDeclarationReader(__dirname) };
}
