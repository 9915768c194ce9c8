/** The page that shows a replay, and the core that answers it: each a script to stand in a page, and its hash. */
export interface ReplayPage {
  core: PagePiece;
  script: PagePiece;
  style: PagePiece;
  /** The licences of the packages whose code is in it: plain text. */
  notices: string;
}

export interface PagePiece {
  text: string;
  /** `sha256-…`, as a content security policy names it. */
  hash: string;
}
