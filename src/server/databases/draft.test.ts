import { describe, expect, it } from 'vitest'
import { passwordMask } from '../../model/database/connectionUri.ts'
import { seal } from '../entities/secrets.ts'
import { draftOf, shownConnection } from './draft.ts'

const key = Buffer.alloc(32)
const bigquery = (parameters: Record<string, unknown>) =>
  ({ configuration_method: 'dynamic_form', engine: 'bigquery', parameters }) as const

describe('the form of a database whose address cannot contain its secret', () => {
  it('stores the secret, and shows its mask', () => {
    const draft = draftOf(bigquery({ project: 'p', credentials_info: '{"k":1}' }), key)
    expect(draft).toMatchObject({ uri: 'bigquery://p', secrets: { credentials_info: '{"k":1}' } })
    expect(draft?.spec).toMatchObject({ options: { project: 'p', credentials_info: '{"k":1}' } })
    const stored = {
      id: 1,
      sqlalchemy_uri: 'bigquery://p',
      secrets: seal(key, draft?.secrets ?? {}),
      server_cert: null,
      extra: null,
    }
    expect(shownConnection(stored, key)).toMatchObject({ parameters: { project: 'p', credentials_info: passwordMask } })
    const again = draftOf(bigquery({ project: 'p', credentials_info: passwordMask }), key, stored)
    expect(again?.secrets).toEqual({ credentials_info: '{"k":1}' })
    expect(() => draftOf(bigquery({ project: 'other', credentials_info: passwordMask }), key, stored)).toThrow('masked')
  })
})
