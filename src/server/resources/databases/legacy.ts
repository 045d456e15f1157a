import { z } from 'zod'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import { askRemote, remoteTableExtra, remoteTableList } from './remoteTables.ts'
import { tableExtra, tableList } from './tables.ts'

const schemaParams = idParams.extend({ schema: z.string() })
const listParams = schemaParams.extend({ force: z.string().optional() })
const tableParams = schemaParams.extend({ table: z.string() })

/** Tables of a database as older clients of SQL Lab read them. */
export const legacyTableRoutes: Resource = (app, services) => {
  const { can } = services

  for (const address of ['/superset/tables/:id/:schema/', '/superset/tables/:id/:schema/:force/']) {
    app.get(
      address,
      { config: { requires: 'can_tables:Superset', errors: 'C' }, schema: { params: listParams } },
      async ({ subject, params: { id, schema, force } }) => {
        await can(subject, 'read', { kind: 'Database', id })
        const remote = await askRemote(services, subject, id)
        const wanted = { schema, force: force === 'true', filter: '', page: 0, pageSize: undefined }
        const { count, result } = remote
          ? await remoteTableList(remote, wanted)
          : await tableList(services, subject, id, wanted)
        return { tableLength: count, options: result }
      },
    )
  }

  app.get(
    '/superset/extra_table_metadata/:id/:table/:schema/',
    { config: { requires: 'can_extra_table_metadata:Superset', errors: 'C' }, schema: { params: tableParams } },
    async ({ subject, params: { id, table, schema } }) => {
      await can(subject, 'read', { kind: 'Database', id })
      const remote = await askRemote(services, subject, id)
      return remote ? remoteTableExtra(remote, table, schema) : tableExtra(services, subject, id, table, schema)
    },
  )
}
