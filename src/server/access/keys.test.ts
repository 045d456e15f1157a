import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../storage/open.ts'
import type { Db } from '../storage/schema.ts'
import { KeyError, openKeys } from './keys.ts'

let home: string
let db: Db
let file: string
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sextant-keys-'))
  file = join(home, 'master.key')
  ;({ db } = await openStore({ home, databaseUrl: undefined, poolSize: 1, now: Date.now, said: () => undefined }))
})
afterEach(async () => {
  await db.destroy()
  rmSync(home, { recursive: true })
})

describe('the master key', () => {
  it('is created at first start, readable only by its owner, and derives one key per purpose', async () => {
    const keys = await openKeys(file, db)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8').trim()).toMatch(/^[0-9a-f]{64}$/)
    const derived = (['csrf', 'tokens', 'guests', 'secrets', 'flash'] as const).map((purpose) =>
      keys.for(purpose).toString('hex'),
    )
    expect(new Set(derived).size).toBe(derived.length)
    const again = await openKeys(file, db)
    expect(again.for('tokens').toString('hex')).toBe(keys.for('tokens').toString('hex'))
  })

  it.each([0o640, 0o604, 0o644, 0o660])('is refused with mode %o', async (mode) => {
    await openKeys(file, db)
    chmodSync(file, mode)
    await expect(openKeys(file, db)).rejects.toThrow(KeyError)
    await expect(openKeys(file, db)).rejects.toThrow('can be read by other users')
  })

  it.each([
    ['short', 'abcd'],
    ['no hex', 'x'.repeat(64)],
    ['zeros', '0'.repeat(64)],
    ['a sample', '0123456789abcdef'.repeat(4)],
    ['counting up', Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('hex')],
    ['empty', ''],
  ])('is refused when it is %s', async (_name, text) => {
    writeFileSync(file, text, { mode: 0o600 })
    await expect(openKeys(file, db)).rejects.toThrow(KeyError)
  })

  it('is rejected if the metadata was written with another one', async () => {
    await openKeys(file, db)
    rmSync(file)
    await expect(openKeys(file, db)).rejects.toThrow('is missing')
    writeFileSync(file, 'f'.repeat(32) + '0123456789abcdef9876543210fedcba', { mode: 0o600 })
    await expect(openKeys(file, db)).rejects.toThrow(KeyError)
    const other = join(home, 'other.key')
    const second = mkdtempSync(join(tmpdir(), 'sextant-keys-'))
    const store = await openStore({
      home: second,
      databaseUrl: undefined,
      poolSize: 1,
      now: Date.now,
      said: () => undefined,
    })
    await openKeys(other, store.db)
    await store.db.destroy()
    rmSync(second, { recursive: true })
    await expect(openKeys(other, db)).rejects.toThrow('not the one')
  })
})
