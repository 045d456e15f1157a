import { rm } from 'node:fs/promises'

/** Where a file is written that is only known at its end to be right. */
export const draftOf = (path: string): string => `${path}.draft`

/** Deletes what there is of a file that nobody takes: the child that wrote it may be gone. */
export async function removeLeftovers(path: string): Promise<void> {
  await Promise.all([path, draftOf(path)].map((each) => rm(each, { force: true }).catch(() => undefined)))
}
