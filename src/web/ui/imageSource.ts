/**
 * Whether an image of a text tile is fetched: pictures from other sites over HTTPS and embedded ones. Not paths of this
 * server: texts imported from elsewhere name files of their old home, and a GET of ours must not be had by reading a page.
 */
export function mayShowImage(source: string): boolean {
  return /^https:\/\//i.test(source) || /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(source)
}
