import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import type { Db } from '../storage/schema.ts'

/** Each purpose has its own key, so that a leaked key opens nothing else. */
export type KeyPurpose =
  | 'csrf'
  | 'tokens'
  | 'guests'
  | 'secrets'
  | 'flash'
  | 'signIn'
  | 'asyncEvents'
  | 'unsubscribe'
  | 'check'

export interface Keys {
  for(purpose: KeyPurpose): Buffer
}

/** The master key is not usable. The message says why, and how to fix it. */
export class KeyError extends Error {}

const keyBytes = 32

const derive = (master: Buffer, purpose: KeyPurpose) =>
  Buffer.from(hkdfSync('sha256', master, '', `sextant/${purpose}`, keyBytes))

/** Random bytes rarely repeat values; a key that was typed or copied from an example repeats many. */
const looksMadeUp = (key: Buffer) =>
  new Set(key).size < 16 || key.every((byte, at) => at === 0 || byte === key[at - 1]! + 1)

function readKey(file: string): Buffer {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new KeyError(`The master key ${file} can be read by other users. Run \`chmod 600 ${file}\`.`)
  }
  const text = readFileSync(file, 'utf8').trim()
  const key = Buffer.from(text, 'hex')
  if (!/^[0-9a-f]+$/i.test(text) || key.length !== keyBytes) {
    throw new KeyError(`The master key ${file} must be ${keyBytes * 2} hexadecimal digits. Restore the correct file.`)
  }
  if (looksMadeUp(key)) throw new KeyError(`The master key ${file} is not random. Restore the correct file.`)
  return key
}

function makeKey(file: string): Buffer {
  const key = randomBytes(keyBytes)
  const descriptor = openSync(file, 'wx', 0o600)
  writeSync(descriptor, `${key.toString('hex')}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
  return key
}

/**
 * The master key of this installation. The first start creates it and stores a check value in the metadata. Later
 * starts reject a key that does not match. Throws KeyError.
 */
export async function openKeys(file: string, db: Db): Promise<Keys> {
  const stored = await db.selectFrom('settings').select('value').where('name', '=', 'key_check').executeTakeFirst()
  if (!existsSync(file) && stored) {
    throw new KeyError(`The master key ${file} is missing, but the metadata was written with one. Restore the file.`)
  }
  const master = existsSync(file) ? readKey(file) : makeKey(file)
  const check = createHmac('sha256', derive(master, 'check')).update('sextant').digest()
  if (!stored) {
    await db
      .insertInto('settings')
      .values({ name: 'key_check', value: check.toString('hex') })
      .execute()
  } else {
    const expected = Buffer.from(stored.value, 'hex')
    if (expected.length !== check.length || !timingSafeEqual(expected, check)) {
      throw new KeyError(`The master key ${file} is not the one that this metadata was written with.`)
    }
  }
  const derived = new Map<KeyPurpose, Buffer>()
  return {
    for(purpose) {
      const known = derived.get(purpose)
      if (known) return known
      const key = derive(master, purpose)
      derived.set(purpose, key)
      return key
    },
  }
}
