/**
 * Whether an image in a text or a cell is shown: only data URLs. Images of other sites would be blocked by the content
 * security policy and would reveal the reader; paths on this server in imported texts refer to files of another
 * installation, and reading a page must not send GET requests to us.
 */
export function mayShowImage(source: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(source)
}
