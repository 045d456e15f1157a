/**
 * Whether an image of a text or a cell is shown: those that carry their picture with them. Not those of other sites,
 * which the content policy refuses and which would tell who reads; nor paths of this server: texts imported from
 * elsewhere name files of their old home, and a GET of ours must not be had by reading a page.
 */
export function mayShowImage(source: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(source)
}
