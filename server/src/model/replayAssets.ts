/** The replay page's script and the core's script that answers it, each with its hash. */
export interface ReplayAssets {
  core: InlineAsset;
  script: InlineAsset;
  style: InlineAsset;
  /** The licences of the bundled packages, as plain text. */
  notices: string;
}

export interface InlineAsset {
  text: string;
  /** `sha256-…`, as in a content security policy. */
  hash: string;
}
