import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { seal, unseal } from './secrets.ts'

const key = randomBytes(32)

it('decrypts its own output, which differs each time', () => {
  const secrets = { password: 'open sesame ✈' }
  expect(unseal(key, seal(key, secrets))).toEqual(secrets)
  expect(seal(key, secrets)).not.toBe(seal(key, secrets))
})

it('rejects modified data, or data encrypted with another key', () => {
  const bytes = Buffer.from(seal(key, { password: 'x' }), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(key, changed.toString('base64url')), `byte ${at}`).toThrow()
  }
  expect(() => unseal(randomBytes(32), bytes.toString('base64url'))).toThrow()
})
