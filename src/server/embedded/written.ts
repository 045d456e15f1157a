import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { moveDurably, sync } from '../../engine/ingest/durable.ts'

/** Writes a temporary file next to the target, and moves it there when it is on disk. */
export async function written(path: string, write: (part: string) => Promise<unknown>): Promise<void> {
  const part = `${path}.${randomUUID()}.part`
  try {
    await write(part)
    sync(part)
    moveDurably(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
