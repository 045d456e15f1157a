import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Records that a check has passed, so that the next start need not repeat it. If the tree is not writable, nothing is
 * recorded, and each start repeats the check.
 */
export function writeStamp(file, text) {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error
  }
}

/** Content of a file, or undefined if it is missing or truncated (by a full disk, for example). */
export function readJson(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
