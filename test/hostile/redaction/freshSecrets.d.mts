/** A text with a secret in it that must not leave in an export. */
export interface FreshSecret {
  name: string;
  text: string;
  /** Texts of which none may be left. */
  secrets: string[];
  /** Rules are written after looking at the others. */
  heldOut: boolean;
}

/** Tokens of vendors in plain prose. */
export const vendorTokens: readonly FreshSecret[];

/** Secrets that only what stands around them tells. */
export const secretsInContext: readonly FreshSecret[];

/** Texts in which nothing is to be covered. */
export const ordinaryValues: readonly { text: string; heldOut: boolean }[];
/** Secrets as somebody tried them who did not know the rules. */
export const triedSecrets: readonly FreshSecret[];
/** Texts that were covered for no reason. */
export const wronglyTaken: readonly string[];
