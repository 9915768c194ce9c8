export const PLACEHOLDER: string;
export function addressesOf(manifest: { repository: { url: string } }): { homepage: string; bugs: { url: string } };
export function publicationFaults(manifest: object): string[];
