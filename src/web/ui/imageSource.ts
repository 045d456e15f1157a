/**
 * Whether an image in a text or a cell is shown: only data URLs are. The content security policy would block images of
 * other sites, which would also reveal the reader. Paths on this server in imported texts refer to files of another
 * installation, and reading a page must not send arbitrary GET requests to the server.
 */
export function mayShowImage(source: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(source)
}
