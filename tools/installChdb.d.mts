/** Installs chdb unless it is installed. */
export function ensureChdb(): Promise<void>;
/** The folder that chdb is installed in; undefined if it is not. */
export function chdbFolder(): string | undefined;
