import { describe, expect, it } from 'vitest'
import { ApiError } from './failure.ts'
import { importNeeds } from './importNeeds.ts'

const refused = (extra: Record<string, unknown>) =>
  new ApiError('Error importing dashboard', { status: 422, code: 'GENERIC_COMMAND_ERROR', extra })

describe('importNeeds', () => {
  it('groups the known messages by what they require', () => {
    const needs = importNeeds(
      refused({
        'databases/a.yaml': {
          _schema: [
            'Must provide a password for the database',
            'Must provide a private key password for the ssh tunnel',
          ],
        },
        'dashboards/b.yaml': 'Dashboard already exists and `overwrite=true` was not passed',
        issue_codes: [{ code: 1010, message: 'x' }],
      }),
    )
    expect(needs).toEqual({
      passwords: ['databases/a.yaml'],
      tunnelPasswords: [],
      tunnelKeys: [],
      tunnelKeyPasswords: ['databases/a.yaml'],
      existing: ['dashboards/b.yaml'],
    })
  })

  it.each([
    ['another message beside it', { 'a.yaml': 'already exists and `overwrite=true` was not passed', 'b.yaml': 'Bad' }],
    ['a field error', { 'metadata.yaml': { type: ['Must be equal to Dashboard.'] } }],
    ['nothing but issue codes', { issue_codes: [] }],
  ])('is generic with %s', (_case, extra) => {
    expect(importNeeds(refused(extra))).toBeUndefined()
  })
})
