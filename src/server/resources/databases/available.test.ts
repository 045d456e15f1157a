import { describe, expect, it } from 'vitest'
import { dialects } from '../../../engine/dialects/index.ts'
import { formOf } from './available.ts'

/** The fields of a form as the dialog shows them; the dialog itself adds `Display Name`. Required ones have a star. */
function shownFields(name: string): string[] {
  const dialect = dialects[name]
  if (!dialect) throw new Error(`no dialect is called ${name}`)
  const form = formOf(dialect)
  const label = (field: (typeof form)[number]) => `${field.label}${field.is_required ? '*' : ''}`
  const [before, after] = [false, true].map((isAfter) => form.filter(({ is_after_name }) => is_after_name === isAfter))
  return [...(before ?? []).map(label), 'Display Name*', ...(after ?? []).map(label)]
}

const ofServers = [
  'Host*',
  'Port*',
  'Database name*',
  'Username*',
  'Password',
  'Display Name*',
  'Additional Parameters',
  'SSL',
]

describe('the form of each database', () => {
  it.each(['postgresql', 'mysql', 'redshift'])('%s', (name) => {
    expect(shownFields(name)).toEqual(ofServers)
  })

  it.each([
    // ClickHouse servers have a default port, database and user
    [
      'clickhouse',
      ['Host*', 'Port', 'Database name', 'Username', 'Password', 'Display Name*', 'Additional Parameters', 'SSL'],
    ],
    [
      'snowflake',
      [
        'Database*',
        'Username*',
        'Password*',
        'Display Name*',
        'Account*',
        'Warehouse',
        'Role',
        'Additional Parameters',
      ],
    ],
    ['bigquery', ['Display Name*', 'Project*', 'Dataset', 'Service account', 'Additional Parameters']],
    [
      'databricks',
      ['Host*', 'Port', 'Database', 'Access token*', 'HTTP Path*', 'Display Name*', 'Additional Parameters', 'SSL'],
    ],
  ])('%s', (name, fields) => {
    expect(shownFields(name)).toEqual(fields)
  })

  it('secrets are never sent back, and the key of a service account is a file that names its project', () => {
    const secret = (name: string) =>
      formOf(dialects[name] as never).flatMap((field) => (field.is_secret ? [field.name] : []))
    expect(['snowflake', 'bigquery', 'databricks'].map(secret)).toEqual([
      ['password'],
      ['credentials_info'],
      ['access_token'],
    ])
    const key = formOf(dialects['bigquery'] as never).find(({ name }) => name === 'credentials_info')
    expect(key?.json_file).toEqual({ fills: 'project', from: 'project_id' })
  })
})
