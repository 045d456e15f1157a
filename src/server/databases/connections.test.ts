import { expect, it } from 'vitest'
import { parseDatabaseUri } from '../../engine/dialects/connection.ts'
import { withConnectArgs } from './connections.ts'

it.each([
  ['none', '{}', { sslmode: 'prefer' }],
  ['no JSON', 'x', { sslmode: 'prefer' }],
  [
    'of plain values, which those of the address replace',
    JSON.stringify({
      engine_params: { connect_args: { sslmode: 'require', application_name: 'a', connect_timeout: 5 } },
    }),
    { sslmode: 'prefer', application_name: 'a', connect_timeout: '5' },
  ],
  [
    'that its driver does not use',
    JSON.stringify({ engine_params: { pool_size: 3, connect_args: { ssl: { ca: 'x' }, keepalives: 1 } } }),
    { sslmode: 'prefer' },
  ],
])('engine parameters: %s', (_title, extra, query) => {
  const uri = parseDatabaseUri('postgresql://u@h/d?sslmode=prefer')
  expect(uri && withConnectArgs(uri, extra).query).toEqual(query)
})

it('engine parameters: lists and objects as JSON, where the driver uses them', () => {
  const connect_args = { session_properties: { join_reordering_strategy: 'NONE' }, client_tags: ['a'], roles: ['x'] }
  const uri = parseDatabaseUri('trino://u@h/d')
  expect(uri && withConnectArgs(uri, JSON.stringify({ engine_params: { connect_args } })).query).toEqual({
    session_properties: '{"join_reordering_strategy":"NONE"}',
    client_tags: '["a"]',
  })
})
