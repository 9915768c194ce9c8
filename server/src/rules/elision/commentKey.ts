/** The keys by which JSON, which has no comments, says something to its reader. */
export const COMMENT_KEY =
  /^"(?:\/\/+|#|\.{2,}|…|_+|comments?|[_$@]+(?:comments?|notes?|remarks?|info|todo|rest|more))"\s*:/i;
