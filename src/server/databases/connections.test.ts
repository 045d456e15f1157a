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
    'that no driver has',
    JSON.stringify({ engine_params: { pool_size: 3, connect_args: { ssl: { ca: 'x' } } } }),
    { sslmode: 'prefer' },
  ],
])('engine parameters: %s', (_title, extra, query) => {
  const uri = parseDatabaseUri('postgresql://u@h/d?sslmode=prefer')
  expect(uri && withConnectArgs(uri, extra).query).toEqual(query)
})
