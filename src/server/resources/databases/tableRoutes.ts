import { z } from 'zod'
import { TableExtraAnswer, TableMetadataAnswer } from '../../../model/database/databaseAnswers.ts'
import type { Subject } from '../../access/subject.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { askRemote, remoteTableExtra, remoteTableMetadata } from './remoteTables.ts'
import { tableExtra, tableMetadata } from './tables.ts'

const path = '/api/v1/database'
const requires = 'can_read:Database'
const inAddress = idParams.extend({ table: z.string(), schema: z.string() })
/** How later releases name a table. */
const inQuery = z.object({ name: z.string().min(1), schema: z.string().optional() })

/** What a database reports about a table: its columns and keys, and what only its engine knows. */
export function addTableRoutes(app: App, services: Services): void {
  async function metadata(subject: Subject, id: number, table: string, schema: string) {
    await services.can(subject, 'read', { kind: 'Database', id })
    const remote = await askRemote(services, subject, id)
    return remote ? remoteTableMetadata(remote, table, schema) : tableMetadata(services, subject, id, table, schema)
  }
  async function extra(subject: Subject, id: number, table: string, schema: string) {
    await services.can(subject, 'read', { kind: 'Database', id })
    const remote = await askRemote(services, subject, id)
    return remote ? remoteTableExtra(remote, table, schema) : tableExtra(services, subject, id, table, schema)
  }
  const metadataConfig = { requires, answer: TableMetadataAnswer } as const
  const extraConfig = { requires, answer: TableExtraAnswer } as const

  app.get(
    `${path}/:id/table/:table/:schema/`,
    { config: metadataConfig, schema: { params: inAddress } },
    ({ subject, params: { id, table, schema } }) => metadata(subject, id, table, schema),
  )
  app.get(
    `${path}/:id/table_extra/:table/:schema/`,
    { config: extraConfig, schema: { params: inAddress } },
    ({ subject, params: { id, table, schema } }) => extra(subject, id, table, schema),
  )
  app.get(
    `${path}/:id/table_metadata/`,
    { config: metadataConfig, schema: { params: idParams, querystring: inQuery } },
    ({ subject, params: { id }, query: { name, schema = '' } }) => metadata(subject, id, name, schema),
  )
  app.get(
    `${path}/:id/table_metadata/extra/`,
    { config: extraConfig, schema: { params: idParams, querystring: inQuery } },
    ({ subject, params: { id }, query: { name, schema = '' } }) => extra(subject, id, name, schema),
  )
}
