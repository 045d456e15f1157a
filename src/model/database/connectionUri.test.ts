import { expect, it } from 'vitest'
import { maskedUri, parseConnectionUri } from './connectionUri.ts'

it.each([
  ['postgresql://user:secret@host/db', 'postgresql', null, 'secret', 'postgresql://user@host/db'],
  [
    'postgresql+psycopg2://user:a%40b@host:5432/db?x=1',
    'postgresql',
    'psycopg2',
    'a@b',
    'postgresql+psycopg2://user@host:5432/db?x=1',
  ],
  ['postgres://host/db', 'postgres', null, null, 'postgres://host/db'],
  ['duckdb:////tmp/examples.db', 'duckdb', null, null, 'duckdb:////tmp/examples.db'],
  ['mysql://user@host/db', 'mysql', null, null, 'mysql://user@host/db'],
  ['trino://user:@host/db', 'trino', null, '', 'trino://user@host/db'],
])('%s', (uri, backend, driver, password, withoutPassword) => {
  expect(parseConnectionUri(uri)).toEqual({ backend, driver, password, withoutPassword })
})

it.each(['', 'nonsense', '://x', 'http:/x'])('%j is not a URI', (uri) =>
  expect(parseConnectionUri(uri)).toBeUndefined(),
)

it('shows a mask only if there is a password', () => {
  expect(maskedUri('postgresql://user@host/db', true)).toBe('postgresql://user:XXXXXXXXXX@host/db')
  expect(maskedUri('postgresql://user@host/db', false)).toBe('postgresql://user@host/db')
  expect(maskedUri('duckdb:////tmp/x', true)).toBe('duckdb:////tmp/x')
})
