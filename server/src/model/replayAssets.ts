/** The page that shows a replay, and the core that answers it: each a script to stand in a page, and its hash. */
export interface ReplayAssets {
  core: InlineAsset;
  script: InlineAsset;
  style: InlineAsset;
  /** The licences of the packages whose code is in it: plain text. */
  notices: string;
}

export interface InlineAsset {
  text: string;
  /** `sha256-…`, as a content security policy names it. */
  hash: string;
}
