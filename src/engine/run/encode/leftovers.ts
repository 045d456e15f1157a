import { rm } from 'node:fs/promises'

/** Where a file is written until it is known to be complete. */
export const draftOf = (path: string): string => `${path}.draft`

/** Deletes a partial file that nobody uses: the child that wrote it may have ended. */
export async function removeLeftovers(path: string): Promise<void> {
  await Promise.all([path, draftOf(path)].map((each) => rm(each, { force: true }).catch(() => undefined)))
}
